import { languageOf } from './text-language.ts'
import { headOfBytes } from './cut-for-model.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** The most of one part, in bytes of UTF-8. */
const PART_BYTES = 16 * 1024
const FRAME_BYTES = 160

const TEXTS = {
  zh: {
    none: '这个对话里没有以此 call_id 保存的长结果。',
    past: (total: number) => `全文只有 ${total} 个字符，这个位置之后没有内容。`,
    part: (from: number, to: number, total: number) => `[第 ${from} 到 ${to} 个字符，共 ${total} 个]`,
    next: (offset: number) => `[未完，下一段 offset=${offset}]`,
    end: '[全文完]'
  },
  en: {
    none: 'No long result is kept under this call_id in this conversation.',
    past: (total: number) => `The whole text has ${total} characters; nothing comes after this place.`,
    part: (from: number, to: number, total: number) => `[characters ${from} to ${to} of ${total}]`,
    next: (offset: number) => `[more follows at offset=${offset}]`,
    end: '[end of the text]'
  }
}

/**
 * Reads on in a result that was too long for the model. Which conversation, and what a remote turn may see, comes from the run and never from the
 * arguments. Offered by itself while such a result is in the context; not part of the configuration.
 */
export const readResult: ToolDefinition = {
  name: 'read_result',
  needsMemory: false,
  create: ({ results }) => ({
    name: 'read_result',
    description:
      'Reads the next part of a long tool result that was shortened, by the call_id and offset that the shortened text names. 继续阅读被缩短的工具结果。',
    parameters: {
      type: 'object',
      properties: {
        call_id: { type: 'string', description: 'The call_id that the shortened result names', minLength: 1, maxLength: 1_000 },
        offset: { type: 'integer', description: 'The character to begin at', minimum: 0, default: 0 }
      },
      required: ['call_id']
    },
    network: false,
    readOnly: true,
    execute: (args, context) => {
      const texts = TEXTS[languageOf(context.userMessage.text)]
      const kept = results.find(String(args['call_id']), context)
      if (kept === null) return Promise.resolve({ ok: false, text: texts.none })
      const { text, privacy } = kept
      const offset = Number(args['offset'])
      if (offset >= text.length) return Promise.resolve({ ok: false, text: texts.past(text.length), privacy })
      const most = Math.max(FRAME_BYTES, Math.min(PART_BYTES, context.resultBytes) - FRAME_BYTES)
      const part = headOfBytes(text.slice(offset), most)
      const end = offset + part.length
      const more = end < text.length ? texts.next(end) : texts.end
      return Promise.resolve({ ok: true, text: `${texts.part(offset, end, text.length)}\n${part}\n${more}`, privacy })
    }
  })
}
