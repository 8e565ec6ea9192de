import { languageOf } from './text-language.ts'
import type { ToolDefinition } from './tool-definition.ts'

const FACT_MAX = 2_000

const TEXT = {
  remembered: { zh: '已记住。', en: 'Remembered.' },
  proposed: { zh: '已作为建议记下，等用户确认后才会记住。', en: 'Noted as a proposal; it is remembered once the user confirms it.' },
  known: { zh: '这条已经记过了。', en: 'This was known already.' }
} as const

/** Stores a lasting fact about the user. Evidence is the user's message of this turn; memory decides whether it supports the fact. */
export const savePreference: ToolDefinition = {
  name: 'save_preference',
  needsMemory: true,
  create: ({ memory }) => ({
    name: 'save_preference',
    description:
      'Remembers one lasting fact that the user said about themselves (name, preference, background). Not for one-off requests. 记住用户说过的一条长期事实或偏好。',
    parameters: {
      type: 'object',
      properties: {
        fact: {
          type: 'string',
          description: 'One statement, in the words of the user, for example 用户喜欢打篮球',
          minLength: 1,
          maxLength: FACT_MAX
        }
      },
      required: ['fact']
    },
    network: false,
    readOnly: false,
    async execute(args, context) {
      const language = languageOf(context.userMessage.text)
      if (memory === null) {
        return { ok: false, text: language === 'zh' ? '记忆没有接入，没有保存。' : 'Memory is not connected; nothing was saved.' }
      }
      const { factId, outcome } = await memory.savePreference(String(args['fact']).trim(), context)
      const result = { ok: true, text: TEXT[outcome][language], factIds: [factId], privacy: context.userMessage.privacy }
      return outcome === 'known' ? result : { ...result, wrote: outcome }
    }
  })
}
