import { useState } from 'react'
import { useCatalogue } from '../../i18n/language.ts'
import { settingsText } from '../../i18n/pages/settings-text.ts'
import { Button, Disclosure } from '../../ui/index.ts'
import styles from './settings.module.css'

/** Made by `scripts/licences.mjs`. `text` is the place of the licence's text in `texts`, -1 when the package carries none. */
interface LicenceList {
  readonly parts: readonly { readonly name: string; readonly version: string; readonly licence: string; readonly text: number }[]
  readonly texts: readonly string[]
}

/** What is inside Hearth and its terms. A hundred kilobytes, so that they are loaded when asked for. */
export function Licences() {
  const texts = useCatalogue(settingsText)
  const [list, setList] = useState<LicenceList | null>(null)
  const show = async (): Promise<void> => setList((await import('./licences.json')).default)
  return (
    <div>
      <h3>{texts.licences}</h3>
      <p className={styles['muted']}>{texts.licencesHint}</p>
      <div className={styles['buttons']}>
        {list === null ? (
          <Button size="small" onClick={() => void show()}>
            {texts.licencesShow}
          </Button>
        ) : (
          <Button size="small" onClick={() => setList(null)}>
            {texts.licencesHide}
          </Button>
        )}
      </div>
      {list !== null && (
        <ul role="list" aria-label={texts.licences}>
          {list.parts.map(({ name, version, licence, text }) => (
            <li key={`${name} ${version}`} lang="en" className={styles['package']}>
              {text === -1 ? (
                `${name} ${version} · ${licence}`
              ) : (
                <Disclosure summary={`${name} ${version} · ${licence}`}>
                  <pre tabIndex={0} role="group" aria-label={name} className={styles['report']}>
                    {list.texts[text]}
                  </pre>
                </Disclosure>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
