import { useState } from 'react'
import { PackageOpen } from 'lucide-react'
import { act } from '../../app/act.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { startText } from '../../i18n/pages/start-text.ts'
import { Button } from '../../ui/index.ts'
import styles from './start.module.css'

/** Moves a damaged database out of the way, after a second question. Nothing is deleted. */
export function SetAside() {
  const texts = useCatalogue(startText)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    await act('shell.setAside', {})
    setBusy(false)
  }
  if (!asked) {
    return (
      <div className={styles['buttons']}>
        <Button tone="danger" icon={PackageOpen} onClick={() => setAsked(true)}>
          {texts.setAside}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles['warning']} role="group" aria-label={texts.setAside}>
      <p>{texts.setAsideSure}</p>
      <div className={styles['buttons']}>
        <Button tone="danger" autoFocus busy={busy} onClick={() => void go()}>
          {texts.setAsideYes}
        </Button>
        <Button tone="quiet" onClick={() => setAsked(false)}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  )
}
