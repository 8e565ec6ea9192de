import type { ReactNode } from 'react'
import { Check } from 'lucide-react'
import { useCatalogue } from '../../i18n/language.ts'
import { settingsText } from '../../i18n/pages/settings-text.ts'
import { cx } from '../../ui/index.ts'
import styles from './settings.module.css'

/** Room for one setting, with a mark at its right for the moment after it was stored. */
export function SettingShell({ saved, children }: { readonly saved: boolean; readonly children: ReactNode }) {
  const texts = useCatalogue(settingsText)
  return (
    <div className={styles['setting']}>
      {children}
      <span role="status" className={cx(styles['saved'], saved && styles['seen'])}>
        {saved && (
          <>
            <Check aria-hidden />
            {texts.saved}
          </>
        )}
      </span>
    </div>
  )
}
