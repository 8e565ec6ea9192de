import { ArrowUpRight, Check, CloudOff, Lock, type LucideIcon } from 'lucide-react'
import { useRoute } from '../../bridge/use-route.ts'
import { useLiveTurns } from '../../features/chat/turn-store.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/popover.tsx'
import { act } from '../act.ts'
import { useRouter } from '../router.ts'
import { destinationKind, type DestinationKind, type Status } from './destination.ts'
import styles from './destination-chip.module.css'

const ICONS: Readonly<Record<DestinationKind, LucideIcon>> = { local: Lock, none: Lock, offline: CloudOff, remote: ArrowUpRight }

/** Bytes that the running turn of the open conversation has sent so far; null when none runs or it stays here. */
function useSending(): number | null {
  const conversationId = useRouter((state) => state.conversationId)
  const turnId = useLiveTurns((state) => {
    const turn = Object.values(state.turns).find((live) => live.conversationId === conversationId && live.view.ended === null)
    return turn?.destination === 'remote' ? turn.turnId : null
  })
  const receipts = useRoute('privacy.receipts', turnId === null ? null : { turnId }, { keep: false }).value
  if (turnId === null) return null
  return (receipts ?? []).filter((receipt) => receipt.destination === 'remote').reduce((sum, receipt) => sum + receipt.bytes, 0)
}

function Choices({ close }: { readonly close: () => void }) {
  const texts = useTexts()
  const providers = useRoute('providers.list', {}).value?.providers ?? []
  const choose = (id: string | null): void => {
    close()
    void act('providers.select', { id })
  }
  const noneChosen = providers.every((provider) => !provider.selected)
  return (
    <div role="group" aria-label={texts.title.switchTo} className={styles['choices']}>
      <p className={styles['heading']}>{texts.title.switchTo}</p>
      {providers.map((provider) => {
        const Icon = provider.destination === 'local' ? Lock : ArrowUpRight
        return (
          <button
            key={provider.id}
            type="button"
            aria-pressed={provider.selected}
            className={styles['choice']}
            onClick={() => choose(provider.id)}
          >
            <Icon aria-hidden className={styles[provider.destination]} />
            <span className={styles['choice-words']}>
              <span>{provider.name}</span>
              <span className={styles['host']}>{provider.destination === 'local' ? texts.title.local : provider.host}</span>
            </span>
            {provider.selected && <Check aria-hidden />}
          </button>
        )
      })}
      <button type="button" aria-pressed={noneChosen} className={styles['choice']} onClick={() => choose(null)}>
        <Lock aria-hidden className={styles['local']} />
        <span className={styles['choice-words']}>{texts.title.memoryOnly}</span>
        {noneChosen && <Check aria-hidden />}
      </button>
    </div>
  )
}

function wordsOf(
  kind: DestinationKind,
  status: Status,
  texts: ReturnType<typeof useTexts>['title']
): { readonly words: string; readonly explain: string } {
  const host = status.host ?? ''
  switch (kind) {
    case 'local':
      return { words: texts.local, explain: texts.localExplain }
    case 'none':
      return { words: `${texts.local} · ${texts.localNone}`, explain: texts.noneExplain }
    case 'offline':
      return { words: texts.offline, explain: texts.offlineExplain }
    case 'remote':
      return { words: host, explain: texts.remoteExplain(host) }
  }
}

/** Where words go, always in sight: lock and green for this machine, arrow and blue for a host. Explains itself and lets one switch. */
export function DestinationChip({ status }: { readonly status: Status }) {
  const texts = useTexts()
  const format = useFormat()
  const sending = useSending()
  const { openPage } = useRouter.getState()
  const kind = destinationKind(status)
  const Icon = ICONS[kind]
  const { words, explain } = wordsOf(kind, status, texts.title)
  const shown =
    sending === null || kind !== 'remote' ? words : `${texts.title.sending(sending === 0 ? '' : format.bytes(sending)).trim()} · ${words}`
  return (
    <Popover
      label={texts.title.switchTo}
      align="end"
      className={styles['panel']}
      trigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={texts.title.open(shown)}
          className={cx(
            styles['chip'],
            kind === 'remote' ? styles['to-remote'] : styles['to-local'],
            kind === 'offline' && styles['is-offline']
          )}
        >
          <Icon aria-hidden />
          <span>{shown}</span>
        </button>
      )}
    >
      {(close) => (
        <>
          <p className={styles['explain']}>{explain}</p>
          <Choices close={close} />
          <Button
            tone="quiet"
            size="small"
            className={styles['receipts']}
            onClick={() => {
              close()
              openPage('receipts')
            }}
          >
            {texts.title.seeReceipts}
          </Button>
        </>
      )}
    </Popover>
  )
}
