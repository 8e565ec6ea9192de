import { useEffect, useRef, useState } from 'react'
import { RotateCw } from 'lucide-react'
import type { ExtractionState } from '../../../../shared/model/memory.ts'
import { act } from '../../../app/act.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { useTexts } from '../../../i18n/messages.ts'
import { careText, type CareText } from '../../../i18n/pages/memory-care-text.ts'
import { Button, Card, showToast, Spinner } from '../../../ui/index.ts'
import styles from './review.module.css'

type Batch = ExtractionState['failed'][number]

function whyFailed(code: string, { failedWhy }: CareText): string {
  return Object.entries(failedWhy).find(([known]) => known === code)?.[1] ?? failedWhy.other
}

function FailedBatch({ batch }: { readonly batch: Batch }) {
  const care = useCatalogue(careText)
  const texts = useTexts()
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const conversations = useRoute('conversations.list', {}).value ?? []
  const title = conversations.find((each) => each.conversationId === batch.conversationId)?.title ?? ''
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const drop = async (): Promise<void> => {
    if ((await act('memory.dropBatch', { batchId: batch.batchId })) !== null) showToast({ text: care.letGoDone })
  }
  return (
    <li className={styles['batch']}>
      <div>
        <p>{care.failedBatch(batch.messages, title === '' ? texts.rail.untitled : title)}</p>
        <p className={styles['muted']}>
          {format.dateTime(batch.at)} · {care.failedTries(batch.attempts)}
          {batch.errorCode !== null && ` · ${whyFailed(batch.errorCode, care)}`}
        </p>
      </div>
      <div className={styles['buttons']}>
        <Button
          size="small"
          icon={RotateCw}
          busy={busy}
          onClick={() => void run(() => act('memory.extract', { conversationId: batch.conversationId }))}
        >
          {care.tryAgain}
        </Button>
        <Button size="small" tone="quiet" disabled={busy} onClick={() => void run(drop)}>
          {care.letGo}
        </Button>
      </div>
    </li>
  )
}

function Waiting({ state }: { readonly state: ExtractionState }) {
  const care = useCatalogue(careText)
  if (state.running)
    return (
      <p className={styles['waiting']}>
        <Spinner label={care.extractionRunning} />
      </p>
    )
  if (state.waiting === 0) return null
  return (
    <p className={styles['waiting']}>
      <span className={styles['muted']}>{care.extractionWaiting(state.waiting)}</span>
      <Button size="small" tone="quiet" onClick={() => void act('memory.extract', {})}>
        {care.extractionNow}
      </Button>
    </p>
  )
}

/**
 * What extraction is doing, and messages that it could not read: tried again, or let go by the person. Nothing when there is neither.
 * @param onGone called when one of them is gone, and its buttons with it
 */
export function Extraction({ onGone }: { readonly onGone: () => void }) {
  const care = useCatalogue(careText)
  const state = useRoute('memory.extraction', {}).value
  const failed = state?.failed.length ?? 0
  const before = useRef(failed)
  const tell = useRef(onGone)
  tell.current = onGone
  useEffect(() => {
    if (failed < before.current) tell.current()
    before.current = failed
  }, [failed])
  if (state === undefined) return null
  return (
    <>
      {state.failed.length > 0 && (
        <Card aria-labelledby="failed-batches" className={styles['failed']}>
          <h2 id="failed-batches">{care.failedTitle}</h2>
          <ul role="list">
            {state.failed.map((batch) => (
              <FailedBatch key={batch.batchId} batch={batch} />
            ))}
          </ul>
        </Card>
      )}
      <Waiting state={state} />
    </>
  )
}
