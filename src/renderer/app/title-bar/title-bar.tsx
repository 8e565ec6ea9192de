import { FlaskConical, Ghost, PanelLeftOpen, PanelRight } from 'lucide-react'
import type { ShellState } from '../../../shared/ipc/contract.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useDrawer } from '../../features/chat/drawer-store.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Chip } from '../../ui/bits.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useRouter } from '../router.ts'
import { DestinationChip } from './destination-chip.tsx'
import styles from './title-bar.module.css'

interface TitleBarProps {
  readonly shell: ShellState
  readonly railShown: boolean
  readonly onToggleRail: () => void
}

function useOpenConversation(): { readonly title: string; readonly temporary: boolean } {
  const texts = useTexts()
  const { page, conversationId } = useRouter()
  const conversations = useRoute('conversations.list', {}).value
  if (page !== 'chat') return { title: '', temporary: false }
  const entry = conversations?.find((each) => each.conversationId === conversationId)
  const title = entry?.title ?? ''
  return { title: title === '' ? texts.rail.untitled : title, temporary: entry?.temporary ?? false }
}

export function TitleBar({ shell, railShown, onToggleRail }: TitleBarProps) {
  const texts = useTexts()
  const { title, temporary } = useOpenConversation()
  const status = useRoute('app.status', {}).value
  const inChat = useRouter((state) => state.page === 'chat')
  const drawer = useDrawer()
  return (
    <header className={styles['bar']}>
      {!railShown && <IconButton label={texts.rail.show} icon={PanelLeftOpen} size="small" onClick={onToggleRail} />}
      {inChat ? <h1 className={styles['title']}>{title}</h1> : <span className={styles['title']} />}
      {temporary && (
        <Chip icon={Ghost} title={texts.rail.temporaryHint}>
          {texts.rail.temporary}
        </Chip>
      )}
      {shell.shell === 'stand-in' && (
        <Chip icon={FlaskConical} title={texts.app.standInHint}>
          {texts.app.standIn}
        </Chip>
      )}
      {status !== undefined && <DestinationChip status={status} />}
      {inChat && (
        <IconButton
          label={drawer.open ? texts.title.closeDrawer : texts.title.openDrawer}
          icon={PanelRight}
          size="small"
          pressed={drawer.open}
          onClick={() => drawer.setOpen(!drawer.open)}
        />
      )}
    </header>
  )
}
