import { countTokens } from '../../kernel/tokens.ts'
import type { TextLanguage } from '../memory-texts.ts'
import { cjkShare } from '../text/segment.ts'
import type { ReadableMessage } from './filter.ts'
import { EXTRACTION_INSTRUCTION, EXTRACTION_LABELS } from './texts.ts'

/** The form of an answer, for providers that take one. Reasoning stands first, so that it comes before the verdict. */
export const CANDIDATES_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: false,
  required: ['reasoning', 'facts'],
  properties: {
    reasoning: { type: 'string' },
    facts: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: [
          'key',
          'content',
          'category',
          'subject',
          'scope',
          'durability',
          'authority',
          'confidence',
          'evidenceMessageId',
          'evidenceText',
          'since',
          'change'
        ],
        properties: {
          key: { type: ['string', 'null'] },
          content: { type: 'string' },
          category: { type: 'string', enum: ['preference', 'context', 'goal', 'correction', 'knowledge'] },
          subject: { type: 'string' },
          scope: { type: 'string', enum: ['user', 'thread', 'project'] },
          durability: { type: 'string', enum: ['durable', 'temporary'] },
          authority: { type: 'string', enum: ['descriptive', 'transactional'] },
          confidence: { type: 'number' },
          evidenceMessageId: { type: 'string' },
          evidenceText: { type: 'string' },
          since: { type: ['string', 'null'] },
          change: { type: ['string', 'null'] }
        }
      }
    }
  }
}

/** Characters of one message that are shown: the assistant's words are only context. */
const MOST_SHOWN: Readonly<Record<ReadableMessage['role'], number>> = { user: 6_000, assistant: 1_200 }

export interface KnownFact {
  readonly factId: string
  readonly key: string | null
  readonly text: string
}

export interface ExtractionPrompt {
  readonly instruction: string
  readonly data: string
  /** Sent when the first answer could not be read. */
  readonly again: string
}

/** Only what may be evidence has an id. */
function shown(message: ReadableMessage, language: TextLanguage, withId: boolean): string {
  const { user, assistant } = EXTRACTION_LABELS[language]
  const most = MOST_SHOWN[message.role]
  const content = message.content.length > most ? `${message.content.slice(0, most).toWellFormed()}…` : message.content
  if (message.role === 'assistant') return `${assistant}: ${content}`
  return withId ? `${user} (id ${message.id}): ${content}` : `${user}: ${content}`
}

const tokensOf = (message: ReadableMessage): number => countTokens(message.content.slice(0, MOST_SHOWN[message.role])) + 16

/** Cuts messages into parts of at most so many tokens each, in order; a part begins with words of the person where it can. */
export function partsOf(messages: readonly ReadableMessage[], tokens: number): ReadableMessage[][] {
  const parts: ReadableMessage[][] = []
  let room = 0
  for (const message of messages) {
    const cost = tokensOf(message)
    const last = parts.at(-1)
    if (last === undefined || (cost > room && message.role === 'user')) {
      parts.push([message])
      room = tokens - cost
    } else if (cost <= room || last.every((one) => one.role !== 'user')) {
      last.push(message)
      room -= cost
    }
  }
  return parts.filter((part) => part.some((message) => message.role === 'user'))
}

/** The request for one part. Nothing in the data can end the data: our own marks are taken out of it. */
export function promptOf(
  part: readonly ReadableMessage[],
  more: { readonly earlier: readonly ReadableMessage[]; readonly known: readonly KnownFact[]; readonly language: TextLanguage | 'auto' }
): ExtractionPrompt {
  const said = part.map((message) => message.content).join(' ')
  const language = more.language === 'auto' ? (cjkShare(said) >= 0.3 ? 'zh' : 'en') : more.language
  const labels = EXTRACTION_LABELS[language]
  const block = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines, ''])
  const plain = (line: string): string =>
    [labels.end, labels.messages, labels.known].reduce((text, mark) => text.replaceAll(mark, ''), line)
  const data = [
    ...block(
      labels.known,
      more.known.map(({ key, text }) => plain(`- ${key === null ? '' : `${key}: `}${text}`))
    ),
    ...block(
      labels.earlier,
      more.earlier.map((message) => plain(shown(message, language, false)))
    ),
    ...block(
      labels.messages,
      part.map((message) => plain(shown(message, language, true)))
    ),
    labels.end
  ].join('\n')
  return { instruction: EXTRACTION_INSTRUCTION[language], data, again: labels.again }
}
