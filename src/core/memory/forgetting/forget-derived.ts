import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { FORGOTTEN, forgetIn, formsOfAll } from '../../privacy/forget-text.ts'
import type { CompactionStore } from '../compaction/compaction-store.ts'
import type { MessageStore } from '../conversation/message-store.ts'
import { exactTokens } from '../compaction/note.ts'
import type { SummaryStore } from '../compaction/summary-store.ts'
import type { ToolResultStore } from '../conversation/tool-result-store.ts'

export interface DerivedPorts {
  readonly db: Db
  readonly messages: MessageStore
  readonly summaries: SummaryStore
  readonly compactions: CompactionStore
  readonly results: ToolResultStore
}

/** The common beginning of two texts, in characters. */
function commonStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

function commonEnd(one: string, other: string): number {
  let count = 0
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count += 1
  return count
}

/** A shortened result without the pieces of a forgotten text that its two cuts left over. */
export function withoutPieces(content: string, whole: string, forms: readonly string[]): string {
  const head = commonStart(content, whole)
  const tail = Math.min(commonEnd(content, whole), content.length - head)
  let [newHead, newTail] = [head, tail]
  for (const form of forms) {
    for (let at = whole.indexOf(form); at !== -1; at = whole.indexOf(form, at + 1)) {
      const end = at + form.length
      if (at < head && end > head) newHead = Math.min(newHead, at)
      if (at < whole.length - tail && end > whole.length - tail) newTail = Math.min(newTail, whole.length - end)
    }
  }
  if (newHead === head && newTail === tail) return content
  const middle = content.slice(head, content.length - tail)
  return (
    content.slice(0, newHead) +
    (newHead < head ? FORGOTTEN : '') +
    middle +
    (newTail < tail ? FORGOTTEN : '') +
    content.slice(content.length - newTail)
  )
}

/** Takes a forgotten text out of long tool results, whole and shortened. */
function forgetInResults({ messages, results }: DerivedPorts, texts: readonly string[], touched: readonly string[]): void {
  const forms = formsOfAll(texts)
  for (const id of new Set([...touched, ...texts.flatMap((text) => results.messagesWith(text))])) {
    const whole = results.text(id)
    const content = messages.row(id)?.content
    if (whole === null || content === undefined) continue
    results.redact(id, (stored) => forgetIn(stored, forms))
    messages.redact(id, (stored) => forgetIn(stored === content ? withoutPieces(content, whole, forms) : stored, forms))
  }
}

/**
 * What was made from messages, or kept beside them, forgets too. Notes made from a message that held the text may say it in other words: the one in
 * use is dropped (the messages, redacted, stand in the context again), those of earlier compactions are blanked. All others lose the words, and the exact tokens that
 * code itself may have carried into them.
 * @param texts long enough to be searched for
 * @param touched ids of the messages that held or taught it
 */
export function forgetDerived(ports: DerivedPorts, texts: readonly string[], touched: readonly string[]): void {
  const { db, summaries, compactions } = ports
  forgetInResults(ports, texts, touched)
  const times = statement(
    db,
    `select conversation_id as conversationId, min(created_at) as time from messages where id in (select value from json_each(?)) group by conversation_id`
  ).all(JSON.stringify(touched)) as { conversationId: string; time: number }[]
  for (const { conversationId, time } of times) {
    summaries.dropSince(conversationId, time)
    compactions.blankSince(conversationId, time)
  }
  const forms = formsOfAll([...texts, ...texts.flatMap(exactTokens)])
  const edit = (stored: string): string => forgetIn(stored, forms)
  summaries.redact(edit)
  compactions.redact(edit)
}
