import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import { act } from '../../app/act.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { settingsText } from '../../i18n/pages/settings-text.ts'
import { Button, Disclosure } from '../../ui/index.ts'
import { SettingChoice, SettingSwitch } from './setting-choice.tsx'
import { SettingNumber } from './setting-number.tsx'
import { SettingShell } from './setting-shell.tsx'
import { SettingText } from './setting-text.tsx'
import { SettingsGroup } from './settings-group.tsx'
import { useSetting } from './use-setting.ts'
import styles from './settings.module.css'

type Network = RouteOutput<'settings.get'>['network']

/** Time-outs as the settings take them, in milliseconds. */
const TIMEOUTS = {
  connectMs: [100, 120_000],
  firstPayloadRemoteMs: [100, 600_000],
  firstPayloadLocalMs: [100, 1_200_000],
  idleMs: [100, 600_000],
  toolMs: [100, 600_000],
  turnMs: [1_000, 3_600_000],
  retryAfterMaxMs: [0, 600_000]
} as const satisfies Partial<Record<keyof Network, readonly [number, number]>>

const NAMES = Object.keys(TIMEOUTS).filter((name): name is keyof typeof TIMEOUTS => Object.hasOwn(TIMEOUTS, name))

function CaFile({ path }: { readonly path: string }) {
  const texts = useCatalogue(settingsText)
  const setting = useSetting(path, (caFile) => ({ network: { caFile } }))
  const choose = async (): Promise<void> => {
    const chosen = await act('shell.chooseFile', { kind: 'certificate' })
    if (chosen !== null && chosen.path !== null) await setting.save(chosen.path)
  }
  return (
    <SettingShell saved={setting.saved}>
      <div role="group" aria-labelledby="ca-file">
        <p id="ca-file" className={styles['label']}>
          {texts.caFile}
        </p>
        <p className={styles['path']}>{setting.value === '' ? texts.empty : setting.value}</p>
        <div className={styles['buttons']}>
          <Button size="small" onClick={() => void choose()}>
            {texts.choose}
          </Button>
          {setting.value !== '' && (
            <Button size="small" tone="quiet" onClick={() => void setting.save('')}>
              {texts.remove}
            </Button>
          )}
        </div>
        <p className={styles['muted']}>{texts.caFileHint}</p>
        {setting.error !== null && (
          <p role="alert" className={styles['failed']}>
            {setting.error}
          </p>
        )}
      </div>
    </SettingShell>
  )
}

function Timeouts({ network }: { readonly network: Network }) {
  const texts = useCatalogue(settingsText)
  return (
    <Disclosure summary={texts.advanced}>
      <div className={styles['columns']}>
        {NAMES.map((name) => {
          const [min, max] = TIMEOUTS[name]
          return (
            <SettingNumber
              key={name}
              label={`${texts[name]} (${texts.seconds})`}
              value={network[name]}
              scale={1_000}
              range={{ min: min / 1_000, max: max / 1_000, whole: false }}
              patch={(value) => ({ network: { [name]: value } })}
            />
          )
        })}
      </div>
    </Disclosure>
  )
}

export function NetworkSettings({ network }: { readonly network: Network }) {
  const texts = useCatalogue(settingsText)
  return (
    <SettingsGroup title={texts.network}>
      <SettingSwitch
        label={texts.offline}
        hint={texts.offlineHint}
        value={network.offline}
        patch={(offline) => ({ network: { offline } })}
      />
      <SettingChoice
        label={texts.proxy}
        value={network.proxy}
        options={(['system', 'none', 'manual'] as const).map((value) => ({ value, label: texts.proxies[value] }))}
        patch={(proxy) => ({ network: { proxy } })}
      />
      {network.proxy === 'manual' && (
        <SettingText
          kind="address"
          optional
          label={texts.proxyUrl}
          hint={texts.proxyUrlHint}
          value={network.proxyUrl}
          patch={(proxyUrl) => ({ network: { proxyUrl } })}
        />
      )}
      <CaFile path={network.caFile} />
      <Timeouts network={network} />
    </SettingsGroup>
  )
}
