import { ArrowUpRight } from 'lucide-react'
import type { Preset, Provider } from '../../../shared/model/provider.ts'
import { act } from '../../app/act.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Button, TextField } from '../../ui/index.ts'
import type { ProviderEditing } from './use-provider-form.ts'
import styles from './models.module.css'

export interface KeyFieldProps {
  readonly editing: ProviderEditing
  readonly preset: Preset
  readonly stored: Provider | null
}

/** Takes a key and never shows one. */
export function KeyField({ editing, preset, stored }: KeyFieldProps) {
  const texts = useCatalogue(modelsText)
  const { key, setKey, removeKey, busy } = editing
  const { keyUrl } = preset
  const from = stored?.key ?? (preset.needsKey ? 'none' : 'not-needed')
  return (
    <div className={styles['key']}>
      <TextField
        type="password"
        data-focus={from === 'none' || undefined}
        label={texts.key}
        hint={texts.keyHint}
        autoComplete="off"
        maxLength={4_000}
        placeholder={from === 'keystore' ? texts.keyPlaceholder : texts.keyPlaceholderNone}
        value={key}
        onChange={(event) => setKey(event.target.value)}
      />
      <p className={styles['muted']}>{texts.keyFrom[from]}</p>
      {preset.keyEnv !== null && <p className={styles['muted']}>{texts.keyEnv(preset.keyEnv)}</p>}
      <div className={styles['buttons']}>
        {keyUrl !== null && (
          <Button size="small" tone="quiet" icon={ArrowUpRight} onClick={() => void act('shell.openExternal', { url: keyUrl })}>
            {texts.keyWhere}
          </Button>
        )}
        {from === 'keystore' && (
          <Button size="small" tone="quiet" disabled={busy} onClick={() => void removeKey()}>
            {texts.removeKey}
          </Button>
        )}
      </div>
    </div>
  )
}
