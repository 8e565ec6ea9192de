import { useState } from 'react'
import { Copy } from 'lucide-react'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { settingsText } from '../../i18n/pages/settings-text.ts'
import { Button, showToast } from '../../ui/index.ts'
import { Licences } from './licences.tsx'
import { SettingsGroup } from './settings-group.tsx'
import styles from './settings.module.css'

function Diagnostics() {
  const texts = useCatalogue(settingsText)
  const errorText = useErrorText()
  const [shown, setShown] = useState(false)
  const { value, error } = useRoute('app.diagnostics', shown ? {} : null)
  const copy = async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text)
    showToast({ text: texts.copied })
  }
  return (
    <div>
      <h3>{texts.diagnostics}</h3>
      <p className={styles['muted']}>{texts.diagnosticsHint}</p>
      <div className={styles['buttons']}>
        {!shown && (
          <Button size="small" onClick={() => setShown(true)}>
            {texts.diagnosticsShow}
          </Button>
        )}
        {value !== undefined && (
          <Button size="small" icon={Copy} onClick={() => void copy(value.text)}>
            {texts.copy}
          </Button>
        )}
      </div>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {value !== undefined && (
        <pre tabIndex={0} role="group" aria-label={texts.diagnostics} className={styles['report']}>
          {value.text}
        </pre>
      )}
    </div>
  )
}

export function AboutSettings() {
  const texts = useCatalogue(settingsText)
  const status = useRoute('app.status', {})
  return (
    <SettingsGroup title={texts.about}>
      <p>Hearth {status.value?.version}</p>
      <Diagnostics />
      <Licences />
    </SettingsGroup>
  )
}
