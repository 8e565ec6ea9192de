import { Cpu, Plug } from 'lucide-react'
import { act } from '../../app/act.ts'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { startText } from '../../i18n/pages/start-text.ts'
import { Button } from '../../ui/index.ts'
import { freeId } from '../models/provider-form.ts'
import { Screen } from './screen.tsx'
import styles from './start.module.css'

export interface WelcomeProps {
  /** The person has chosen; the app follows. */
  readonly onDone: () => void
}

/** The first run: what Hearth does, and who shall answer. */
export function Welcome({ onDone }: WelcomeProps) {
  const texts = useCatalogue(startText)
  const openPage = useRouter((state) => state.openPage)
  const listed = useRoute('providers.list', {})
  const { value } = useRoute('providers.discover', {})
  const found = (value?.found ?? []).flatMap(({ preset: id, baseUrl, models }) => {
    const preset = listed.value?.presets.find((candidate) => candidate.preset === id)
    const model = models[0]
    return preset === undefined || model === undefined ? [] : [{ preset, baseUrl, model }]
  })

  const use = async ({ preset, baseUrl, model }: (typeof found)[number]): Promise<void> => {
    const id = freeId(preset.preset, listed.value?.providers.map((provider) => provider.id) ?? [])
    const saved = await act('providers.save', { id, preset: preset.preset, baseUrl, model })
    if (saved !== null && (await act('providers.select', { id, model })) !== null) onDone()
  }
  const connect = (): void => {
    onDone()
    openPage('models')
  }
  return (
    <Screen title={texts.welcomeTitle} wide>
      <div className={styles['sentences']}>
        {texts.welcome.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className={styles['buttons']}>
        {found.map((server, index) => (
          <Button key={server.baseUrl} icon={Cpu} tone={index === 0 ? 'primary' : 'plain'} onClick={() => void use(server)}>
            {texts.welcomeUseFound(server.preset.name, server.model)}
          </Button>
        ))}
        <Button icon={Plug} tone={found.length === 0 ? 'primary' : 'plain'} onClick={connect}>
          {texts.welcomeConnect}
        </Button>
        <Button tone="quiet" onClick={onDone}>
          {texts.welcomeNone}
        </Button>
      </div>
      <p className={styles['small']}>{texts.welcomeNoneHint}</p>
    </Screen>
  )
}
