import { ChevronDown, Folder } from 'lucide-react'
import { act } from '../../../app/act.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useTexts } from '../../../i18n/messages.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { ensureConversation } from '../send.ts'
import styles from './composer.module.css'

/** Which project the conversation is in; shown once there are projects. */
export function ProjectPicker({ conversationId }: { readonly conversationId: string | null }) {
  const texts = useTexts().chat.composer
  const projects = useRoute('projects.list', {}).value ?? []
  const entry = useRoute('conversations.list', {}).value?.find((each) => each.conversationId === conversationId)
  if (projects.length === 0) return null
  const chosen = projects.find((project) => project.projectId === entry?.projectId)
  const put = async (projectId: string | null): Promise<void> => {
    const target = await ensureConversation(conversationId)
    if (target !== null) await act('conversations.setProject', { conversationId: target, projectId })
  }
  const items: readonly MenuItem[] = [
    { id: ' none', label: texts.noProject, checked: chosen === undefined, onSelect: () => void put(null) },
    ...projects.map(({ projectId, name }) => ({
      id: projectId,
      label: name,
      checked: projectId === chosen?.projectId,
      onSelect: () => void put(projectId)
    }))
  ]
  const label = `${texts.project}: ${chosen?.name ?? texts.noProject}`
  return (
    <Menu
      label={texts.project}
      side="above"
      items={items}
      trigger={(trigger) =>
        chosen === undefined ? (
          <IconButton {...trigger} size="small" icon={Folder} label={label} />
        ) : (
          <Button {...trigger} tone="quiet" size="small" icon={Folder} aria-label={label} className={styles['model']}>
            <span className={styles['model-name']}>
              {chosen.name}
              <ChevronDown aria-hidden />
            </span>
          </Button>
        )
      }
    />
  )
}
