import type { Message } from '../../../shared/model/conversation.ts'
import type { Origin } from '../../../shared/model/privacy.ts'

/** A stored message, as far as the filter looks at it. */
export interface FilterMessage {
  readonly id: string
  readonly role: Message['role']
  readonly origin: Origin
  readonly content: string
  readonly hasToolCalls: boolean
  /** Not on the shown path: another version took its place, or it was never shown. */
  readonly hidden: boolean
  /** A hidden message that is the person's own answer to a question that was put to them. */
  readonly answersQuestion?: boolean
}

/** What may be read: words of the person and the assistant's answers to them. */
export interface ReadableMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** Files that a client put into a message; the person's own words stand beside it. */
const UPLOAD_BLOCK = /<(uploaded_files|upload|attachment|file)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/giu

const SMALL_TALK = [
  '你好呀?|您好|大家好|嗨|哈喽|早上好|早安|早|下午好|晚上好|晚安|再见|拜拜',
  '好的?|好滴|好嘞|好呀|行|可以|嗯+|哦+|噢+|收到|明白了?|知道了|了解了?|没问题|没事了?',
  '谢谢|谢谢[你您啦了]|谢了|多谢|感谢|非常感谢|辛苦[你您]?了?|太?感谢[你您]?了?|不客气|[你您]|啦|了|呀|啊|哈+',
  'hi+|hello|hey|yo|good (?:morning|afternoon|evening|night)|bye|goodbye|see you',
  'ok|okay|k|sure|fine|great|cool|nice|got it|all right|alright|yes|yep|yeah|no problem',
  'thanks?|thank you(?: (?:so|very) much)?|many thanks|thx|ty|cheers|there|a lot|so much|again'
].join('|')
const ONLY_SMALL_TALK = new RegExp(`^(?:(?:${SMALL_TALK})\\s*)+$`, 'u')
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu

/** True when the whole message is a greeting, a thanks or a nod. */
export function isSmallTalk(text: string): boolean {
  const words = text.normalize('NFKC').toLowerCase().replace(NOT_A_WORD, ' ').trim()
  return words === '' || ONLY_SMALL_TALK.test(words)
}

/** The person's own words without the files beside them. */
export function withoutUploads(text: string): string {
  return text.replace(UPLOAD_BLOCK, ' ').trim()
}

const isForeign = (origin: Origin): boolean => origin === 'memory' || origin === 'runtime' || origin === 'upload' || origin === 'tool'

/**
 * What of some messages, in the order of the thread, may be read for lasting facts. Recalled memory, tools and files never come through. Empty
 * when no word of the person is left: then nobody is asked.
 */
export function filterMessages(messages: readonly FilterMessage[]): ReadableMessage[] {
  const kept: ReadableMessage[] = []
  // The answer to a mere greeting, or to files alone, says nothing of the person either.
  let skipsAnswer = false
  for (const message of messages) {
    if (isForeign(message.origin)) continue
    if (message.hidden && message.answersQuestion !== true) continue
    if (message.role === 'user') {
      const content = withoutUploads(message.content)
      skipsAnswer = isSmallTalk(content)
      if (!skipsAnswer) kept.push({ id: message.id, role: 'user', content })
    } else if (message.role === 'assistant') {
      if (skipsAnswer || message.hasToolCalls || message.content.trim() === '') continue
      kept.push({ id: message.id, role: 'assistant', content: message.content })
    }
  }
  return kept.some((message) => message.role === 'user') ? kept : []
}
