import { ArrowUpRight, Check, Copy, PanelRight, RefreshCw } from 'lucide-react'
import type { Receipt } from '../../../shared/model/receipt.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { ChipButton } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { regenerate } from './answer-notes.tsx'
import { useDrawer } from './drawer-store.ts'
import { ProposedChip, RememberedChip, UsedChips } from './fact-chips.tsx'
import { leftSummary } from './left-summary.ts'
import type { AnswerView } from './rows.ts'
import { useCopied } from './use-copied.ts'
import { Versions } from './versions.tsx'
import styles from './transcript.module.css'

function LeftChip({ receipts, onOpen }: { readonly receipts: readonly Receipt[]; readonly onOpen: () => void }) {
  const texts = useTexts().chat.foot
  const format = useFormat()
  const left = leftSummary(receipts)
  if (left === null) return null
  const sent = texts.left(format.bytes(left.bytes), format.list(left.hosts))
  return (
    <ChipButton icon={ArrowUpRight} tone="remote" onClick={onOpen}>
      {left.masked === 0 ? sent : format.list([sent, format.plural(left.masked, texts.masked)])}
    </ChipButton>
  )
}

function idsOf(answer: AnswerView, code: 'remembered' | 'proposed'): readonly string[] {
  return [...new Set(answer.notices.filter((notice) => notice.code === code).flatMap((notice) => notice.factIds))]
}

/** Small and quiet under an answer: memory, what left, time and tokens, and what one can do with it. */
export function AnswerFoot({ answer, conversationId }: { readonly answer: AnswerView; readonly conversationId: string }) {
  const texts = useTexts()
  const format = useFormat()
  const { copied, copy } = useCopied()
  const { turnId } = answer
  const asked = useRoute('privacy.receipts', turnId === null || answer.running ? null : { turnId, limit: 50 }).value
  const receipts = asked ?? []
  const stayed = asked !== undefined && leftSummary(asked) === null && answer.privacy !== 'private'
  const details = (): void => {
    if (turnId !== null) useDrawer.getState().showTurn(turnId)
  }
  const content = answer.rounds
    .map((round) => round.content)
    .filter((text) => text !== '')
    .join('\n\n')
  const versionOf = answer.rounds.find((round) => answer.siblings.includes(round.messageId))?.messageId
  return (
    <footer className={styles['foot']}>
      <div className={styles['chips']}>
        <UsedChips factIds={answer.factIds} />
        {idsOf(answer, 'remembered').map((factId) => (
          <RememberedChip key={factId} factId={factId} />
        ))}
        {idsOf(answer, 'proposed').map((factId) => (
          <ProposedChip key={factId} factId={factId} />
        ))}
        <LeftChip receipts={receipts} onOpen={details} />
      </div>
      <div className={styles['foot-line']}>
        <span className={styles['time']}>
          {answer.createdAt !== null && <time dateTime={answer.createdAt}>{format.time(answer.createdAt)}</time>}
          {stayed && <span>{texts.chat.foot.stayed}</span>}
          {answer.usage !== null && (
            <span>{texts.chat.foot.tokens(format.number(answer.usage.input), format.number(answer.usage.output))}</span>
          )}
        </span>
        <div className={styles['tools']} role="group" aria-label={texts.chat.actions.group}>
          {content !== '' && (
            <IconButton
              size="small"
              label={copied ? texts.ui.copied : texts.ui.copy}
              icon={copied ? Check : Copy}
              onClick={() => copy(content)}
            />
          )}
          <IconButton
            size="small"
            label={texts.chat.actions.regenerate}
            icon={RefreshCw}
            onClick={() => void regenerate(conversationId, answer)}
          />
          {turnId !== null && <IconButton size="small" label={texts.chat.actions.details} icon={PanelRight} onClick={details} />}
          {versionOf !== undefined && <Versions conversationId={conversationId} messageId={versionOf} siblings={answer.siblings} />}
        </div>
      </div>
    </footer>
  )
}
