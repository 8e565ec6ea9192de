import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { settingsText } from '../../i18n/pages/settings-text.ts'
import { Page, Spinner } from '../../ui/index.ts'
import { AboutSettings } from './about-settings.tsx'
import { NetworkSettings } from './network-settings.tsx'
import { AppearanceSettings, ChatSettings, MemorySettings } from './settings-sections.tsx'

/** Everything that can be set, each stored as soon as it is changed. */
export function SettingsPage() {
  const texts = useCatalogue(settingsText)
  const errorText = useErrorText()
  const { value, error } = useRoute('settings.get', {})
  return (
    <Page title={texts.title}>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {value === undefined && error === null && <Spinner label={texts.loading} />}
      {value !== undefined && (
        <>
          <AppearanceSettings appearance={value.appearance} />
          <ChatSettings chat={value.chat} />
          <MemorySettings memory={value.memory} compaction={value.compaction} />
          <NetworkSettings network={value.network} />
          <AboutSettings />
        </>
      )}
    </Page>
  )
}
