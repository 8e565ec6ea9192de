import { useState, type FormEvent } from 'react'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { startText } from '../../i18n/pages/start-text.ts'
import { Button } from '../../ui/index.ts'
import { lengthAdvice } from './passphrase-advice.ts'
import { PassphraseField } from './passphrase-field.tsx'
import { Screen } from './screen.tsx'
import { ShowTyped } from './show-typed.tsx'
import { useUnlock } from './use-unlock.ts'
import styles from './start.module.css'

/** Why a passphrase is needed, twice the line, and the warning that it cannot be recovered. */
export function NewPassphrase() {
  const texts = useCatalogue(startText)
  const errorText = useErrorText()
  const { busy, error, unlock } = useUnlock(null)
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [shown, setShown] = useState(false)
  const [checked, setChecked] = useState(false)
  const advice = { short: texts.lengthShort, fair: texts.lengthFair, good: texts.lengthGood }[lengthAdvice(passphrase)]
  const differ = passphrase !== again

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(true)
    if (passphrase !== '' && !differ) void unlock(passphrase)
  }
  return (
    <Screen title={texts.newTitle}>
      <p>{texts.newWhy}</p>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <PassphraseField
          first
          isNew
          label={texts.newPassphrase}
          value={passphrase}
          onValue={setPassphrase}
          shown={shown}
          hint={passphrase === '' ? texts.newAdvice : advice}
          error={checked && passphrase === '' ? texts.empty : null}
        />
        <PassphraseField
          isNew
          label={texts.newAgain}
          value={again}
          onValue={setAgain}
          shown={shown}
          error={checked && differ ? texts.differ : null}
        />
        <ShowTyped shown={shown} onShown={setShown} />
        <p className={styles['warning']}>{texts.newWarning}</p>
        {error !== null && (
          <p role="alert" className={styles['failed']}>
            {errorText(error)}
          </p>
        )}
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? texts.creating : texts.create}
        </Button>
      </form>
    </Screen>
  )
}
