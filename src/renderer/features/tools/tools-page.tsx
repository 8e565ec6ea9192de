import { Globe, HardDrive } from 'lucide-react'
import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { toolsText, type ToolsText } from '../../i18n/pages/tools-text.ts'
import { Card, Chip, Disclosure, EmptyState, Page, Spinner } from '../../ui/index.ts'
import { SettingSwitch } from '../settings/setting-choice.tsx'
import { argumentsOf, withSwitch, type ToolInfo } from './tool-arguments.ts'
import { WeatherAddresses } from './weather-addresses.tsx'
import styles from './tools-page.module.css'

type Known = keyof ToolsText['known']

const isKnown = (name: string, texts: ToolsText): name is Known => Object.hasOwn(texts.known, name)

function Arguments({ tool }: { readonly tool: ToolInfo }) {
  const texts = useCatalogue(toolsText)
  const list = argumentsOf(tool.parameters)
  return (
    <Disclosure summary={texts.arguments} className={styles['arguments']}>
      <p className={styles['muted']}>{texts.described}</p>
      <p lang="en" className={styles['described']}>
        {tool.description}
      </p>
      {list.length === 0 ? (
        <p className={styles['muted']}>{texts.argumentsNone}</p>
      ) : (
        <dl className={styles['list']}>
          {list.map((argument) => (
            <div key={argument.name}>
              <dt>
                <code>{argument.name}</code>
              </dt>
              <dd>
                <span className={styles['muted']}>
                  {argument.type} · {argument.required ? texts.required : texts.optional}
                </span>
                {argument.description !== '' && <span lang="en">{argument.description}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Disclosure>
  )
}

function Tool({ tool, enabled }: { readonly tool: ToolInfo; readonly enabled: readonly string[] }) {
  const texts = useCatalogue(toolsText)
  const { name } = tool
  const known = isKnown(name, texts) ? texts.known[name] : { name, what: tool.description }
  return (
    <li>
      <Card>
        <SettingSwitch
          label={known.name}
          hint={known.what}
          value={tool.enabled}
          patch={(on) => ({ tools: { enabled: withSwitch(enabled, name, on) } })}
        />
        <p className={styles['marks']}>
          {tool.network ? (
            <Chip icon={Globe} tone="remote">
              {texts.network}
            </Chip>
          ) : (
            <Chip icon={HardDrive} tone="local">
              {texts.local}
            </Chip>
          )}
          {tool.network && <span className={styles['muted']}>{texts.networkHint}</span>}
        </p>
        <Arguments tool={tool} />
      </Card>
    </li>
  )
}

function Tools({ tools, settings }: { readonly tools: RouteOutput<'tools.list'>; readonly settings: RouteOutput<'settings.get'> }) {
  const texts = useCatalogue(toolsText)
  if (tools.length === 0) return <EmptyState title={texts.none} />
  return (
    <ul role="list" aria-label={texts.list} className={styles['tools']}>
      {tools.map((tool) => (
        <Tool key={tool.name} tool={tool} enabled={settings.tools.enabled} />
      ))}
    </ul>
  )
}

/** What a model may use, each with a switch. */
export function ToolsPage() {
  const texts = useCatalogue(toolsText)
  const errorText = useErrorText()
  const tools = useRoute('tools.list', {})
  const settings = useRoute('settings.get', {})
  const error = tools.error ?? settings.error
  return (
    <Page title={texts.title} intro={texts.lead}>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {tools.value === undefined || settings.value === undefined ? (
        error === null && <Spinner label={texts.loading} />
      ) : (
        <>
          <Tools tools={tools.value} settings={settings.value} />
          <WeatherAddresses settings={settings.value.tools} />
        </>
      )}
    </Page>
  )
}
