import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { toolsText } from '../../i18n/pages/tools-text.ts'
import { Card } from '../../ui/index.ts'
import { SettingText } from '../settings/setting-text.tsx'
import styles from './tools-page.module.css'

type ToolSettings = RouteOutput<'settings.get'>['tools']

/** Where the weather tool asks. */
export function WeatherAddresses({ settings }: { readonly settings: ToolSettings }) {
  const texts = useCatalogue(toolsText)
  return (
    <Card aria-labelledby="weather" className={styles['weather']}>
      <h2 id="weather">{texts.weather}</h2>
      <p className={styles['muted']}>{texts.weatherLead}</p>
      <SettingText
        kind="address"
        label={texts.geocodingUrl}
        value={settings.geocodingUrl}
        patch={(geocodingUrl) => ({ tools: { geocodingUrl } })}
      />
      <SettingText
        kind="address"
        label={texts.forecastUrl}
        value={settings.forecastUrl}
        patch={(forecastUrl) => ({ tools: { forecastUrl } })}
      />
    </Card>
  )
}
