import { Archive, CircleAlert, CirclePause, Info, Lock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { act } from '../../app/act.ts'
import { refresh } from '../../bridge/query-cache.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useRouter } from '../../app/router.ts'
import type { ErrorCode } from '../../../shared/model/errors.ts'
import type { NoticeCode } from '../../../shared/model/notice.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { CompactionButton } from './compaction-note.tsx'
import type { AnswerView } from './rows.ts'
import { sendMessage } from './send.ts'
import styles from './transcript.module.css'

/** Notices that are told elsewhere: as chips under the answer, or by its status. */
const TOLD_ELSEWHERE: ReadonlySet<NoticeCode> = new Set(['remembered', 'proposed', 'cut-off'])
/** Notices that the answer's own words say. */
const SAID_BY_ANSWER: ReadonlySet<NoticeCode> = new Set(['kept-here', 'memory-only'])
const NEEDS_MODELS: ReadonlySet<ErrorCode> = new Set(['PROVIDER_NONE', 'PROVIDER_AUTH', 'PROVIDER_QUOTA'])

function Note({
  icon: Icon,
  danger = false,
  children
}: {
  readonly icon: LucideIcon
  readonly danger?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={cx(styles['note'], danger && styles['note-danger'])}>
      <Icon aria-hidden />
      <div className={styles['note-body']}>{children}</div>
    </div>
  )
}

export function Notices({ answer }: { readonly answer: AnswerView }) {
  const texts = useTexts().chat
  const format = useFormat()
  const said = answer.rounds.some((round) => round.content !== '')
  const notices = answer.notices.filter((notice) => {
    if (TOLD_ELSEWHERE.has(notice.code) || (said && SAID_BY_ANSWER.has(notice.code))) return false
    return notice.code !== 'waiting' || answer.running
  })
  return (
    <>
      {answer.compactions.map((compaction, at) => (
        <Note key={at} icon={Archive}>
          <span>{texts.compaction(format.number(compaction.removed))}</span>
          {compaction.compactionId !== null && <CompactionButton compactionId={compaction.compactionId} />}
        </Note>
      ))}
      {notices.map((notice, at) => (
        <Note key={at} icon={notice.code === 'kept-here' ? Lock : Info}>
          {notice.code === 'waiting' && notice.seconds !== null
            ? texts.waitingSeconds(format.duration(notice.seconds * 1_000))
            : texts.notices[notice.code]}
        </Note>
      ))}
    </>
  )
}

/** What went wrong. A stored failure keeps only its code: host and status come from the turn's receipt. */
function FailureText({ answer }: { readonly answer: AnswerView }) {
  const errorText = useErrorText()
  const error = answer.error ?? { code: 'INTERNAL', message: '' }
  const known = error.data !== undefined || answer.turnId === null
  const receipt = useRoute('privacy.receipts', known ? null : { turnId: answer.turnId ?? '', limit: 50 }).value?.[0]
  const data = receipt === undefined ? undefined : { host: receipt.host, status: receipt.status }
  return <span>{errorText(error.data === undefined && data !== undefined ? { ...error, data } : error)}</span>
}

/** How an answer ended when it is not simply complete, and what can be done about it. */
export function EndNote({
  answer,
  conversationId,
  onRetry
}: {
  readonly answer: AnswerView
  readonly conversationId: string
  readonly onRetry: () => void
}) {
  const texts = useTexts().chat
  const { openPage } = useRouter.getState()
  switch (answer.status) {
    case 'interrupted':
    case 'stopped':
      if (answer.rounds.every((round) => round.content === '')) {
        return (
          <Note icon={CirclePause}>
            <span>{texts.status.unanswered}</span>
            <Button size="small" onClick={onRetry}>
              {texts.retry}
            </Button>
          </Note>
        )
      }
      return (
        <Note icon={CirclePause}>
          <span>{texts.status[answer.status]}</span>
          <Button size="small" onClick={() => void sendMessage({ conversationId, text: texts.continueText })}>
            {texts.continue}
          </Button>
        </Note>
      )
    case 'blocked':
      return <Note icon={Lock}>{texts.status.blocked}</Note>
    case 'failed':
      return (
        <Note icon={CircleAlert} danger>
          <FailureText answer={answer} />
          <span className={styles['note-buttons']}>
            <Button size="small" onClick={onRetry}>
              {texts.retry}
            </Button>
            {answer.error !== null && NEEDS_MODELS.has(answer.error.code) && (
              <Button size="small" tone="quiet" onClick={() => openPage('models')}>
                {texts.openModels}
              </Button>
            )}
          </span>
        </Note>
      )
    case 'complete':
    case 'streaming':
      return null
  }
}

export async function regenerate(conversationId: string, answer: AnswerView): Promise<void> {
  const messageId = answer.rounds[0]?.messageId ?? answer.userMessageId
  if (messageId === null) return
  await act('turn.regenerate', { conversationId, messageId })
  refresh('messages.list', { conversationId })
}
