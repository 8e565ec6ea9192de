import { useState } from 'react'
import { KeyRound, Wrench } from 'lucide-react'
import type { RouteInput } from '../../../shared/ipc/contract.ts'
import { act } from '../../app/act.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FactText } from './fact-text.tsx'
import type { TurnRequest } from './live-turn.ts'
import type { AnswerView } from './rows.ts'
import styles from './request-card.module.css'

type Decision = RouteInput<'turn.answer'>['decision']

function toolName(answer: AnswerView, callId: string): string {
  return answer.rounds.flatMap((round) => round.calls).find((call) => call.callId === callId)?.name ?? callId
}

/** The turn waits for the person: a tool that needs a yes, or facts that are only used after asking. */
export function RequestCard({
  answer,
  request,
  turnId
}: {
  readonly answer: AnswerView
  readonly request: TurnRequest
  readonly turnId: string
}) {
  const texts = useTexts().chat
  const [busy, setBusy] = useState(false)
  const decide = async (decision: Decision): Promise<void> => {
    setBusy(true)
    await act('turn.answer', { turnId, requestId: request.requestId, decision })
    setBusy(false)
  }
  const tool = request.kind === 'tool'
  const Icon = tool ? Wrench : KeyRound
  const name = tool ? toolName(answer, request.callId) : ''
  return (
    <section className={styles['card']} aria-live="polite">
      <h3 className={styles['title']}>
        <Icon aria-hidden />
        {tool ? texts.request.toolTitle(texts.tool.names[name] ?? name) : texts.request.askTitle}
      </h3>
      {tool ? (
        <>
          <p>{request.why}</p>
          {request.args.trim() !== '' && <pre tabIndex={0}>{request.args}</pre>}
        </>
      ) : (
        <ul className={styles['facts']}>
          {request.factIds.map((factId) => (
            <li key={factId}>
              <FactText factId={factId} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles['buttons']}>
        <Button tone="primary" size="small" disabled={busy} onClick={() => void decide('once')}>
          {tool ? texts.request.once : texts.request.send}
        </Button>
        <Button size="small" disabled={busy} onClick={() => void decide('always')}>
          {texts.request.always}
        </Button>
        <Button size="small" tone="quiet" disabled={busy} onClick={() => void decide('never')}>
          {tool ? texts.request.never : texts.request.keep}
        </Button>
      </div>
    </section>
  )
}
