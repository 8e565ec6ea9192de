import type { Conversation } from '../../../shared/model/conversation.ts'
import type { Fact } from '../../../shared/model/memory.ts'
import type { ChatTexts } from '../../i18n/chat-messages.ts'

export type Suggestion =
  | { readonly kind: 'fill'; readonly label: string; readonly text: string }
  | { readonly kind: 'open'; readonly label: string; readonly conversationId: string }

const SHOWN = 3
const QUOTED = 24
const NAME_KEYS: ReadonlySet<string> = new Set(['name', 'user_name', 'user.name', '姓名', '名字'])
const NAME_IN_TEXT = /(?:我叫|我的名字是|名字是|名字叫|my name is|i am called|call me)\s*[:：]?\s*([\p{L}·]{1,24})/iu

/** What the person is called, from what is remembered; empty when unknown. */
export function nameFrom(facts: readonly Fact[]): string {
  const named = facts.filter((fact) => fact.key !== null && NAME_KEYS.has(fact.key.toLowerCase()))
  for (const fact of [...named, ...facts]) {
    const name = NAME_IN_TEXT.exec(fact.text)?.[1]
    if (name !== undefined) return name
  }
  return ''
}

function quoted(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line
}

/** At most three ways to begin, from what is really there: the last conversation, something remembered, and a first step where there is nothing. */
export function suggestionsFor(
  facts: readonly Fact[],
  conversations: readonly Conversation[],
  texts: ChatTexts['empty']
): readonly Suggestion[] {
  const last = conversations.find((entry) => entry.messageCount > 0 && entry.title !== '' && !entry.temporary)
  const topic = facts.find((fact) => fact.privacy === 'open' && fact.category === 'goal') ?? facts.find((fact) => fact.privacy === 'open')
  const suggestions: (Suggestion | null)[] = [
    last === undefined ? null : { kind: 'open', label: texts.continueWith(quoted(last.title)), conversationId: last.conversationId },
    topic === undefined ? null : { kind: 'fill', label: texts.askAbout(quoted(topic.text)), text: texts.askAbout(quoted(topic.text)) },
    facts.length === 0 ? null : { kind: 'fill', label: texts.whatYouKnow, text: texts.whatYouKnow },
    { kind: 'fill', label: texts.rememberLabel, text: texts.rememberSomething },
    { kind: 'fill', label: texts.calculate, text: texts.calculate }
  ]
  return suggestions.filter((each) => each !== null).slice(0, SHOWN)
}
