import { RefreshCw } from 'lucide-react'
import type { Preset, Provider } from '../../../shared/model/provider.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import { Button, Spinner } from '../../ui/index.ts'
import styles from './models.module.css'

export interface FoundHereProps {
  readonly providers: readonly Provider[]
  readonly presets: readonly Preset[]
  readonly onAdd: (preset: Preset, address: { readonly baseUrl: string; readonly model: string }) => void
}

/** Model servers that answer on this machine now and are not connected yet. */
export function FoundHere({ providers, presets, onAdd }: FoundHereProps) {
  const texts = useCatalogue(modelsText)
  const errorText = useErrorText()
  const { value, error, loading, reload } = useRoute('providers.discover', {})
  const found = (value?.found ?? []).flatMap(({ preset: id, baseUrl, models }) => {
    const preset = presets.find((candidate) => candidate.preset === id)
    const known = providers.some((provider) => provider.baseUrl === baseUrl)
    return preset === undefined || known ? [] : [{ preset, baseUrl, models }]
  })
  return (
    <section aria-labelledby="found" className={styles['section']}>
      <div className={styles['head']}>
        <h2 id="found">{texts.found}</h2>
        <Button size="small" tone="quiet" icon={RefreshCw} onClick={reload}>
          {texts.look}
        </Button>
      </div>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {loading && value === undefined && <Spinner label={texts.looking} />}
      {value !== undefined && found.length === 0 && (
        <p className={styles['muted']}>{value.found.length === 0 ? texts.foundNone : texts.foundAll}</p>
      )}
      <ul role="list" className={styles['cards']}>
        {found.map(({ preset, baseUrl, models }) => (
          <li key={baseUrl} className={styles['card']}>
            <h3>{preset.name}</h3>
            <p className={styles['muted']}>
              {baseUrl} · {texts.foundModels(models.length)}
            </p>
            <Button size="small" aria-label={texts.addOf(preset.name)} onClick={() => onAdd(preset, { baseUrl, model: models[0] ?? '' })}>
              {texts.foundAdd}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
