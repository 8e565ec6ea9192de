import { useRef, useState, type FormEvent } from 'react'
import type { ErrorData } from '../../../shared/model/errors.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { startText } from '../../i18n/pages/start-text.ts'
import { Button } from '../../ui/index.ts'
import { PassphraseField } from './passphrase-field.tsx'
import { Screen } from './screen.tsx'
import { ShowTyped } from './show-typed.tsx'
import { useUnlock } from './use-unlock.ts'
import styles from './start.module.css'

/** One line and a button. */
export function OpenWithPassphrase({ error: before }: { readonly error: ErrorData | null }) {
  const texts = useCatalogue(startText)
  const errorText = useErrorText()
  const field = useRef<HTMLInputElement>(null)
  const { busy, error, unlock } = useUnlock(before)
  const [passphrase, setPassphrase] = useState('')
  const [shown, setShown] = useState(false)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (passphrase === '') return
    await unlock(passphrase)
    field.current?.select()
  }
  return (
    <Screen title={texts.unlockTitle}>
      <p className={styles['muted']}>{texts.unlockLead}</p>
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <PassphraseField
          ref={field}
          first
          label={texts.passphrase}
          value={passphrase}
          onValue={setPassphrase}
          shown={shown}
          error={error === null ? null : error.code === 'PROFILE_KEY' ? texts.wrong : errorText(error)}
        />
        <ShowTyped shown={shown} onShown={setShown} />
        <Button type="submit" tone="primary" busy={busy} disabled={passphrase === ''}>
          {busy ? texts.unlocking : texts.unlock}
        </Button>
      </form>
    </Screen>
  )
}
