import { useState } from 'react'
import { useTexts } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { becomesAttachment } from './composer/paste-rule.ts'
import styles from './transcript.module.css'

/** What the person wrote, as they wrote it. A long one is folded to its beginning. */
export function UserText({ text }: { readonly text: string }) {
  const texts = useTexts().chat
  const [whole, setWhole] = useState(false)
  const long = becomesAttachment(text)
  return (
    <>
      <p className={cx(styles['user-text'], long && !whole && styles['folded'])}>{text}</p>
      {long && (
        <Button tone="quiet" size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? texts.showLess : texts.showAll}
        </Button>
      )}
    </>
  )
}
