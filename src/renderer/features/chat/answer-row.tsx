import { memo } from 'react'
import { useTexts } from '../../i18n/messages.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { AnswerFoot } from './answer-foot.tsx'
import { EndNote, Notices, regenerate } from './answer-notes.tsx'
import { Reasoning } from './reasoning.tsx'
import { RequestCard } from './request-card.tsx'
import type { AnswerView, Round } from './rows.ts'
import { ToolLine } from './tool-line.tsx'
import { useSteady } from './use-steady.ts'
import styles from './transcript.module.css'

function RoundView({ round, live }: { readonly round: Round; readonly live: boolean }) {
  const text = useSteady(round.content, live)
  const thinking = live && round.content === '' && round.calls.length === 0
  return (
    <>
      {round.reasoning !== '' && <Reasoning text={round.reasoning} ms={round.reasoningMs} running={thinking} />}
      {text !== '' && (
        <div className={live ? styles['writing'] : undefined}>
          <Markdown text={text} live={live} />
        </div>
      )}
      {round.calls.length > 0 && (
        <div className={styles['calls']}>
          {round.calls.map((call) => (
            <ToolLine key={call.callId} call={call} />
          ))}
        </div>
      )}
    </>
  )
}

function Waiting() {
  return (
    <p className={styles['waiting']} aria-hidden>
      <span />
      <span />
      <span />
    </p>
  )
}

/** All that one turn answered, as text on the page. */
export const AnswerRow = memo(function AnswerRow({
  answer,
  conversationId
}: {
  readonly answer: AnswerView
  readonly conversationId: string
}) {
  const texts = useTexts()
  const last = answer.rounds.at(-1)
  const callsDone = last !== undefined && last.calls.length > 0 && last.calls.every((call) => call.outcome !== null)
  const silent = last === undefined || callsDone || (last.content === '' && last.reasoning === '' && last.calls.length === 0)
  return (
    <article className={styles['answer']} aria-label={texts.chat.assistant} aria-busy={answer.running || undefined}>
      {answer.rounds.map((round, at) => (
        <RoundView key={round.messageId} round={round} live={answer.running && at === answer.rounds.length - 1} />
      ))}
      {answer.running && silent && answer.request === null && <Waiting />}
      {answer.request !== null && answer.turnId !== null && <RequestCard answer={answer} request={answer.request} turnId={answer.turnId} />}
      <Notices answer={answer} />
      <EndNote answer={answer} conversationId={conversationId} onRetry={() => void regenerate(conversationId, answer)} />
      {!answer.running && <AnswerFoot answer={answer} conversationId={conversationId} />}
    </article>
  )
})
