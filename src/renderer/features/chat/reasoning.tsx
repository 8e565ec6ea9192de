import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Disclosure } from '../../ui/bits.tsx'
import { cx } from '../../ui/cx.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import styles from './transcript.module.css'

/** A shorter time says nothing. */
const SHOWN_FROM_MS = 500

/** One line that unfolds; it breathes while the model thinks. */
export function Reasoning({ text, ms, running }: { readonly text: string; readonly ms: number | null; readonly running: boolean }) {
  const texts = useTexts().chat.reasoning
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const words = running ? texts.running : ms === null || ms < SHOWN_FROM_MS ? texts.done : texts.doneIn(format.duration(ms))
  return (
    <Disclosure
      className={styles['reasoning']}
      open={open}
      onToggle={setOpen}
      summary={<span className={cx(styles['line'], running && styles['breathing'])}>{words}</span>}
    >
      {open && (
        <div className={styles['reasoning-text']}>
          <Markdown text={text} live={running} />
        </div>
      )}
    </Disclosure>
  )
}
