import type { RouteOutput, ShellState } from '../../../shared/ipc/contract.ts'
import type { SettingsPatch } from '../../../shared/model/settings.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { ActiveModel } from '../../memory/embedding/embedder.ts'
import type { EmbeddingQueue } from '../../memory/embedding/embedding-queue.ts'
import type { ConversationStore } from '../../memory/conversation/conversation-store.ts'
import type { FactStore } from '../../memory/facts/fact-store.ts'
import { discoverLocal } from '../../llm/discover.ts'
import type { ProviderService } from '../../llm/provider-service.ts'
import { secureContextWith } from '../../privacy/authorities.ts'
import type { Gate } from '../../privacy/gate.ts'
import type { ReceiptStore } from '../../privacy/receipts.ts'
import type { SettingsService } from '../../settings/settings-service.ts'
import type { Tool } from '../../tools/tool.ts'
import { describeContract } from '../describe.ts'
import type { Handlers } from '../router.ts'

export interface AppHandlerPorts {
  readonly version: string
  readonly profile: string
  readonly shell: ShellState['shell']
  readonly settings: SettingsService
  readonly providers: ProviderService
  readonly gate: Gate
  readonly receipts: ReceiptStore
  readonly conversations: ConversationStore
  readonly facts: FactStore
  readonly models: ActiveModel
  readonly queue: EmbeddingQueue
  readonly tools: readonly Tool[]
  readonly changed: (what: 'settings' | 'providers') => void
  readonly settingsChanged: () => void
}

type AppRoutes =
  | 'contract.describe'
  | 'app.status'
  | 'app.diagnostics'
  | 'settings.get'
  | 'settings.set'
  | 'providers.list'
  | 'providers.save'
  | 'providers.delete'
  | 'providers.setKey'
  | 'providers.test'
  | 'providers.select'
  | 'providers.discover'
  | 'privacy.receipts'
  | 'tools.list'

const RECEIPT_LIMIT = 200
const DISCOVER_MS = 2_000

function status(ports: AppHandlerPorts): RouteOutput<'app.status'> {
  const { version, profile, shell, settings, providers, conversations, facts, models, queue } = ports
  const current = providers.current()
  const embedder = models.active()
  return {
    version,
    profile,
    shell,
    provider: current?.provider.id ?? null,
    model: current === null || current.model === '' ? null : current.model,
    destination: current?.provider.destination ?? 'local',
    host: current?.provider.host ?? null,
    offline: settings.get().network.offline,
    embedder: { state: embedder.state(), id: embedder.model.id, dimensions: embedder.model.dimensions, pending: queue.remaining() },
    counts: { facts: facts.count(), ...conversations.counts() }
  }
}

/** What helps to find a fault, without content: versions, counts, states. */
function diagnostics(ports: AppHandlerPorts): string {
  const { profile: _profile, ...rest } = status(ports)
  const { appearance, network, compaction, memory, tools } = ports.settings.get()
  const report = {
    ...rest,
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    memoryMegabytes: Math.round(process.memoryUsage.rss() / 1_048_576),
    settings: {
      appearance,
      memory,
      compaction,
      tools: tools.enabled,
      offline: network.offline,
      proxy: network.proxy,
      ownCa: network.caFile !== ''
    }
  }
  return JSON.stringify(report, null, 2)
}

/** What the schema cannot see: a file of certificates that can be read, tools that exist. @throws AppError `INVALID_INPUT` */
function requireUsable(patch: SettingsPatch, tools: readonly Tool[]): void {
  const { caFile } = patch.network ?? {}
  if (caFile !== undefined) secureContextWith(caFile)
  const unknown = (patch.tools?.enabled ?? []).filter(
    (name, at, all) => all.indexOf(name) !== at || !tools.some((tool) => tool.name === name)
  )
  if (unknown.length > 0) {
    throw new AppError('INVALID_INPUT', 'Unknown or repeated tool', {
      field: 'patch.tools.enabled',
      known: tools.map((tool) => tool.name).join(', ')
    })
  }
}

export function appHandlers(ports: AppHandlerPorts): Pick<Handlers, AppRoutes> {
  const { settings, providers, receipts, changed } = ports
  return {
    'contract.describe': () => describeContract(),
    'app.status': () => status(ports),
    'app.diagnostics': () => ({ text: diagnostics(ports) }),
    'settings.get': () => settings.get(),
    'settings.set': ({ patch }) => {
      requireUsable(patch, ports.tools)
      const next = settings.patch(patch)
      ports.settingsChanged()
      return next
    },
    'providers.list': () => providers.list(),
    'providers.save': (draft) => {
      const saved = providers.save(draft)
      changed('providers')
      return saved
    },
    'providers.delete': ({ id }) => {
      providers.delete(id)
      changed('providers')
      return { done: true }
    },
    'providers.setKey': ({ id, key }) => {
      providers.setKey(id, key)
      changed('providers')
      return { done: true }
    },
    'providers.test': ({ id }) => providers.test(id),
    'providers.select': ({ id, model }) => {
      const selected = providers.select(id, model)
      changed('providers')
      return selected
    },
    'providers.discover': async () => {
      const found = await discoverLocal(ports.gate, AbortSignal.timeout(DISCOVER_MS))
      return { found: found.map(({ preset, baseUrl, models }) => ({ preset, baseUrl, models: [...models] })) }
    },
    'privacy.receipts': ({ conversationId, turnId, limit }) => [
      ...receipts.list({
        ...(conversationId === undefined ? {} : { conversationId }),
        ...(turnId === undefined ? {} : { turnId }),
        limit: limit ?? RECEIPT_LIMIT
      })
    ],
    'tools.list': () =>
      ports.tools.map(({ name, description, network, parameters }) => ({
        name,
        description,
        network,
        enabled: settings.get().tools.enabled.includes(name),
        parameters: JSON.parse(JSON.stringify(parameters)) as RouteOutput<'tools.list'>[number]['parameters']
      }))
  }
}
