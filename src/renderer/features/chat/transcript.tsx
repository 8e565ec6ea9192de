import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { ArrowDown } from 'lucide-react'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { AnswerRow } from './answer-row.tsx'
import type { AnswerView, Row } from './rows.ts'
import { useFollow } from './use-follow.ts'
import { UserRow } from './user-row.tsx'
import styles from './transcript.module.css'

const MARKED_MS = 2_500
const ANNOUNCED_CHARACTERS = 400

/** Says a finished answer to those who listen, and nothing while it streams. */
function Announcer({ rows }: { readonly rows: readonly Row[] }) {
  const texts = useTexts().chat
  const [said, setSaid] = useState('')
  const wasRunning = useRef<string | null>(null)
  const last = rows.at(-1)
  useEffect(() => {
    if (last?.kind !== 'answer') return
    const { answer } = last
    if (answer.running) wasRunning.current = last.key
    else if (wasRunning.current === last.key) {
      wasRunning.current = null
      const text = answer.rounds.map((round) => round.content).join(' ')
      setSaid(texts.answerFinished(text.slice(0, ANNOUNCED_CHARACTERS)))
    }
  }, [last, texts])
  return (
    <div className="visually-hidden" aria-live="polite">
      {said}
    </div>
  )
}

function indexOfMessage(rows: readonly Row[], messageId: string): number {
  return rows.findIndex((row) =>
    row.kind === 'user' ? row.user.messageId === messageId : row.answer.rounds.some((round) => round.messageId === messageId)
  )
}

/** Brings a message into view once and marks it for a moment. @returns the key of the marked row. */
function useJump(
  rows: readonly Row[],
  messageId: string | null,
  handle: React.RefObject<VirtualizerHandle | null>,
  leave: () => void
): string | null {
  const [marked, setMarked] = useState<string | null>(null)
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (messageId === null || messageId === done.current) return
    const index = indexOfMessage(rows, messageId)
    const key = rows[index]?.key
    if (key === undefined) return
    done.current = messageId
    leave()
    handle.current?.scrollToIndex(index, { align: 'start', offset: -24 })
    setMarked(key)
  }, [rows, messageId, handle, leave])
  useEffect(() => {
    if (marked === null) return
    const timer = setTimeout(() => setMarked(null), MARKED_MS)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}

const counted = new WeakMap<AnswerView, number>()

/** How many paragraphs a row has, for the count of what is new. */
function partsOf(row: Row): number {
  if (row.kind === 'user') return 1
  const before = counted.get(row.answer)
  if (before !== undefined) return before
  const parts = row.answer.rounds.reduce((sum, round) => sum + round.content.split(/\n{2,}/u).length, 0)
  counted.set(row.answer, parts)
  return parts
}

/** The row that has the focus stays mounted when it is scrolled away: a message that is being edited is not lost. */
function useFocusedRow(rows: readonly Row[]): { readonly indices: readonly number[]; readonly onFocus: (event: React.FocusEvent) => void } {
  const [key, setKey] = useState<string | null>(null)
  const index = key === null ? -1 : rows.findIndex((row) => row.key === key)
  return {
    indices: index < 0 ? [] : [index],
    onFocus: (event) => setKey(event.target.closest('[data-key]')?.getAttribute('data-key') ?? null)
  }
}

interface TranscriptProps {
  readonly rows: readonly Row[]
  readonly conversationId: string
  /** A message to bring into view. */
  readonly messageId: string | null
}

/** The conversation as a log; only what is near the view is mounted. */
export function Transcript({ rows, conversationId, messageId }: TranscriptProps) {
  const texts = useTexts().chat
  const format = useFormat()
  const handle = useRef<VirtualizerHandle>(null)
  const parts = rows.reduce((sum, row) => sum + partsOf(row), 0)
  const follow = useFollow(parts)
  const marked = useJump(rows, messageId, handle, follow.leave)
  const kept = useFocusedRow(rows)
  const lastUserKey = rows.findLast((row) => row.kind === 'user')?.key
  const { toEnd } = follow

  useLayoutEffect(() => {
    if (messageId === null) toEnd()
  }, [toEnd, lastUserKey, messageId])

  return (
    <div className={styles['frame']}>
      <div
        ref={follow.scroller}
        className={styles['scroller']}
        role="log"
        aria-live="off"
        aria-label={texts.log}
        tabIndex={0}
        onScroll={follow.onScroll}
        onFocus={kept.onFocus}
      >
        <div ref={follow.content} className={styles['content']}>
          <Virtualizer ref={handle} scrollRef={follow.scroller} keepMounted={kept.indices}>
            {rows.map((row) => (
              <div key={row.key} data-key={row.key} className={cx(styles['row'], marked === row.key && styles['marked'])}>
                <div className={styles['column']}>
                  {row.kind === 'user' ? (
                    <UserRow user={row.user} conversationId={conversationId} />
                  ) : (
                    <AnswerRow answer={row.answer} conversationId={conversationId} />
                  )}
                </div>
              </div>
            ))}
          </Virtualizer>
        </div>
      </div>
      {!follow.following && (
        <Button icon={ArrowDown} size="small" className={styles['jump']} onClick={follow.toEnd}>
          {follow.fresh === 0 ? texts.jump : format.plural(follow.fresh, texts.jumpCount)}
        </Button>
      )}
      <Announcer rows={rows} />
    </div>
  )
}
