import type { PresetId } from '../../shared/model/provider.ts'
import type { Gate } from '../privacy/gate.ts'
import { presetOf } from '../settings/presets.ts'
import { listModels, ollamaModels } from './list-models.ts'
import type { ProviderServer } from './get-json.ts'

/** A model server that runs on this machine. */
export interface LocalServer {
  readonly preset: Extract<PresetId, 'ollama' | 'lmstudio'>
  readonly baseUrl: string
  /** Models that run here, sorted. */
  readonly models: readonly string[]
  /** Models that only seem to: they run elsewhere. */
  readonly cloud: readonly string[]
}

/** Longest wait for either server, in milliseconds. */
const PROBE_MS = 1_500

export interface DiscoverOptions {
  /** Where the servers are looked for; the presets' addresses when absent. */
  readonly ollamaUrl?: string
  readonly lmStudioUrl?: string
  readonly timeoutMs?: number
}

async function findOllama(server: ProviderServer, signal?: AbortSignal): Promise<LocalServer> {
  const found = await ollamaModels(server, signal, 'probe')
  const names = (cloud: boolean): string[] => found.flatMap((model) => (model.cloud === cloud ? [model.name] : [])).sort()
  return { preset: 'ollama', baseUrl: server.baseUrl, models: names(false), cloud: names(true) }
}

async function findLmStudio(server: ProviderServer, signal?: AbortSignal): Promise<LocalServer> {
  return { preset: 'lmstudio', baseUrl: server.baseUrl, models: await listModels(server, signal, 'probe'), cloud: [] }
}

/** Looks for Ollama and LM Studio on this machine, both at once. What does not answer in time is not there; this never throws. */
export async function discoverLocal(gate: Gate, signal?: AbortSignal, options: DiscoverOptions = {}): Promise<readonly LocalServer[]> {
  const { ollamaUrl = presetOf('ollama').baseUrl, lmStudioUrl = presetOf('lmstudio').baseUrl, timeoutMs = PROBE_MS } = options
  const at = (baseUrl: string): ProviderServer => ({ baseUrl, apiKey: null, declared: null, gate, timeoutMs })
  const found = await Promise.allSettled([findOllama(at(ollamaUrl), signal), findLmStudio(at(lmStudioUrl), signal)])
  return found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}
