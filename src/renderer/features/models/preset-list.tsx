import { Plus } from 'lucide-react'
import type { Preset } from '../../../shared/model/provider.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { modelsText } from '../../i18n/pages/models-text.ts'
import styles from './models.module.css'

/** Providers that can be connected, each a card that is one button. */
export function PresetList({ presets, onAdd }: { readonly presets: readonly Preset[]; readonly onAdd: (preset: Preset) => void }) {
  const texts = useCatalogue(modelsText)
  return (
    <section aria-labelledby="add" className={styles['section']}>
      <h2 id="add">{texts.add}</h2>
      <ul role="list" className={styles['presets']}>
        {presets.map((preset) => (
          <li key={preset.preset}>
            <button type="button" className={styles['preset']} onClick={() => onAdd(preset)}>
              <Plus aria-hidden />
              <span className={styles['preset-words']}>
                <span className={styles['preset-name']}>{preset.name === '' ? texts.customName : preset.name}</span>
                <span className={styles['muted']}>{texts.presetWhat[preset.preset]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
