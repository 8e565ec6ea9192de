import { useCatalogue } from '../../i18n/language.ts'
import { startText } from '../../i18n/pages/start-text.ts'
import styles from './start.module.css'

export function ShowTyped({ shown, onShown }: { readonly shown: boolean; readonly onShown: (shown: boolean) => void }) {
  const texts = useCatalogue(startText)
  return (
    <label className={styles['check']}>
      <input type="checkbox" checked={shown} onChange={(event) => onShown(event.target.checked)} />
      <span>{texts.show}</span>
    </label>
  )
}
