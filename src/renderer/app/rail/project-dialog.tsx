import { useState } from 'react'
import type { Conversation } from '../../../shared/model/conversation.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { act } from '../act.ts'
import styles from './rail.module.css'

const NONE = ''

/** Puts a conversation into a project, an old one or a new one. */
export function ProjectDialog({ entry, onClose }: { readonly entry: Conversation; readonly onClose: () => void }) {
  const texts = useTexts()
  const projects = useRoute('projects.list', {}).value ?? []
  const [name, setName] = useState('')
  const { conversationId } = entry
  const put = async (projectId: string | null): Promise<void> => {
    if ((await act('conversations.setProject', { conversationId, projectId })) !== null) onClose()
  }
  const make = async (): Promise<void> => {
    const made = await act('projects.create', { name: name.trim() })
    if (made !== null) await put(made.projectId)
  }
  return (
    <Dialog title={texts.rail.projectTitle} size="small" onClose={onClose}>
      <Select
        data-focus
        label={texts.chat.composer.project}
        hint={texts.chat.composer.projectHint}
        value={entry.projectId ?? NONE}
        options={[
          { value: NONE, label: texts.chat.composer.noProject },
          ...projects.map((project) => ({ value: project.projectId, label: project.name }))
        ]}
        onValue={(projectId) => void put(projectId === NONE ? null : projectId)}
      />
      <form
        className={styles['project-form']}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') void make()
        }}
      >
        <TextField label={texts.rail.projectName} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        <Button type="submit" disabled={name.trim() === ''}>
          {texts.rail.projectMake}
        </Button>
      </form>
    </Dialog>
  )
}
