import { strictest } from '../../shared/privacy-order.ts'
import { languageOf } from './text-language.ts'
import type { ToolDefinition } from './tool-definition.ts'

const DEFAULT_LIMIT = 3
const MAX_LIMIT = 10

/** The sentence of the seed; models and tests know it. */
export const NOTHING_FOUND = '（没有找到相关记忆）'

export const NOT_CONNECTED = {
  zh: '记忆没有接入，无法搜索。',
  en: 'Memory is not connected and cannot be searched.'
} as const

const EARLIER = { zh: '没有这样的事实；以前的对话里说过：', en: 'No such fact; said in earlier conversations:' } as const

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim()

/**
 * Searches long-term memory, beside the facts that a turn is given by itself; old messages only when no fact fits. Private facts are answered only
 * to local turns.
 */
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
      const language = languageOf(context.userMessage.text)
      if (memory === null) return { ok: false, text: NOT_CONNECTED[language] }
      const limit = Math.min(MAX_LIMIT, Math.max(1, Number(args['limit'])))
      const { facts, messages } = await memory.search(String(args['query']), { facts: limit, messages: limit }, context)
      if (facts.length > 0) {
        return {
          ok: true,
          // One line per fact, also when a fact has several.
          text: facts.map((fact) => oneLine(fact.text)).join('\n'),
          factIds: facts.map((fact) => fact.factId),
          privacy: strictest(facts.map((fact) => fact.privacy))
        }
      }
      if (messages.length === 0) return { ok: true, text: NOTHING_FOUND }
      const lines = messages.map((message) => `${message.createdAt.slice(0, 10)} ${oneLine(message.text)}`)
      return { ok: true, text: [EARLIER[language], ...lines].join('\n'), privacy: strictest(messages.map((message) => message.privacy)) }
    }
  })
}
