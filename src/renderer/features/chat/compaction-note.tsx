import { useState } from 'react'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './transcript.module.css'

function CompactionDialog({ compactionId, onClose }: { readonly compactionId: string; readonly onClose: () => void }) {
  const texts = useTexts().chat
  const format = useFormat()
  const errorText = useErrorText()
  const { value, error } = useRoute('conversations.compaction', { compactionId })
  return (
    <Dialog title={texts.compactionTitle} size="wide" onClose={onClose}>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {value === undefined && error === null && <Spinner label={texts.loading} />}
      {value !== undefined && (
        <>
          <p className={styles['compaction-what']}>{texts.compactionWhat(format.number(value.removed), format.number(value.kept))}</p>
          <Markdown text={value.text} live={false} />
        </>
      )}
    </Dialog>
  )
}

/** Opens the note that stands for older messages. */
export function CompactionButton({ compactionId }: { readonly compactionId: string }) {
  const texts = useTexts().chat
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" tone="quiet" onClick={() => setOpen(true)}>
        {texts.compactionOpen}
      </Button>
      {open && <CompactionDialog compactionId={compactionId} onClose={() => setOpen(false)} />}
    </>
  )
}
