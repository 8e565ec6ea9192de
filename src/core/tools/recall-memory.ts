import { strictest } from '../../shared/privacy-order.ts'
import { languageOf } from './text-language.ts'
import type { ToolDefinition } from './tool-definition.ts'

const DEFAULT_LIMIT = 3
const MAX_LIMIT = 10

/** The sentence of the seed; models and tests know it. */
export const NOTHING_FOUND = '（没有找到相关记忆）'

/** Searches long-term memory. Private facts are answered only to local turns. */
export const recallMemory: ToolDefinition = {
  name: 'recall_memory',
  needsMemory: true,
  create: ({ memory }) => ({
    name: 'recall_memory',
    description: 'Searches what is remembered about the user from earlier conversations. 搜索关于用户的长期记忆。',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for, in the language of the user', minLength: 1, maxLength: 2_000 },
        limit: { type: 'integer', description: `How many facts at the most, 1 to ${MAX_LIMIT}`, default: DEFAULT_LIMIT }
      },
      required: ['query']
    },
    network: false,
    readOnly: true,
    async execute(args, context) {
      if (memory === null) {
        const zh = languageOf(context.userMessage.text) === 'zh'
        return { ok: false, text: zh ? '记忆没有接入，无法搜索。' : 'Memory is not connected and cannot be searched.' }
      }
      const limit = Math.min(MAX_LIMIT, Math.max(1, Number(args['limit'])))
      const found = await memory.recall(String(args['query']), limit, context)
      // Memory leaves private rows out already; a second look costs nothing, and a slip there must not leave the machine.
      const facts = context.destination === 'remote' ? found.filter((fact) => fact.privacy !== 'private') : found
      if (facts.length === 0) return { ok: true, text: NOTHING_FOUND }
      return {
        ok: true,
        // One line per fact, also when a fact has several.
        text: facts.map((fact) => fact.text.replace(/\s*\n\s*/g, ' ').trim()).join('\n'),
        factIds: facts.map((fact) => fact.factId),
        privacy: strictest(facts.map((fact) => fact.privacy))
      }
    }
  })
}
