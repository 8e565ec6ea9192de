import * as z from 'zod'
import type { ErrorData } from '../../shared/model/errors.ts'
import { providerDraftSchema, type Preset, type Provider, type ProviderDraft } from '../../shared/model/provider.ts'
import type { Destination } from '../../shared/model/privacy.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { hasUserinfo } from '../privacy/destination.ts'
import type { Gate } from '../privacy/gate.ts'
import type { KeyLookup } from '../settings/key-lookup.ts'
import { presetOf, presets } from '../settings/presets.ts'
import type { SettingsBackend, SettingsService } from '../settings/settings-service.ts'
import { cloudModels, hasCloudTag, listModels } from './list-models.ts'
import type { LlmPort } from './llm-port.ts'
import type { ProviderServer } from './get-json.ts'
import { createOpenAiCompatible, type EchoMemory } from './openai-compatible.ts'

const storedSchema = z.array(providerDraftSchema)
const selectionSchema = z.object({ id: z.string(), model: z.string().nullable() }).nullable()

type Selection = z.infer<typeof selectionSchema>

export interface ProviderServiceOptions {
  readonly backend: SettingsBackend
  readonly settings: SettingsService
  readonly keys: KeyLookup
  readonly gate: Gate
  readonly clock: Clock
}

const OLLAMA_PORT = '11434'

/** A server on this machine that may run some models elsewhere: Ollama, by its preset or at its port. */
function mayForward(provider: Provider): boolean {
  return provider.preset === 'ollama' || new URL(provider.baseUrl).port === OLLAMA_PORT
}

/** A model's name as Ollama lists it: without a tag it means `latest`. */
function tagged(model: string): string {
  const name = model.toLowerCase()
  return /:[^/]*$/.test(name) ? name : `${name}:latest`
}

export interface CurrentModel {
  readonly provider: Provider
  readonly model: string
}

/** Longest waits in milliseconds: for a test that a person asked for, and for a look at a server on this machine. */
const TEST_MS = 20_000
const PROBE_MS = 1_500

/** Providers are configuration: presets, the person's own addresses, which one is chosen, and the port to its model. */
export class ProviderService {
  readonly #options: ProviderServiceOptions
  readonly #echoMemory: EchoMemory = new Map()
  /** Models that a server on this machine said run elsewhere. */
  readonly #cloud = new Map<string, ReadonlySet<string>>()

  constructor(options: ProviderServiceOptions) {
    this.#options = options
  }

  #drafts(): ProviderDraft[] {
    return this.#options.backend.get('providers', storedSchema, [])
  }

  #selection(): Selection {
    return this.#options.backend.get('provider.selected', selectionSchema, null)
  }

  #draft(id: string): ProviderDraft {
    const draft = this.#drafts().find((one) => one.id === id)
    if (draft === undefined) throw new AppError('NOT_FOUND', 'No such provider')
    return draft
  }

  #provider(draft: ProviderDraft): Provider {
    const preset = presetOf(draft.preset)
    const selection = this.#selection()
    const baseUrl = draft.baseUrl ?? preset.baseUrl
    const selected = selection?.id === draft.id
    const model = (selected ? selection.model : null) ?? draft.model ?? preset.model
    const found = this.#options.keys.find(draft.id, preset.keyEnv)
    return {
      id: draft.id,
      preset: draft.preset,
      name: draft.name ?? (preset.name || draft.id),
      baseUrl,
      model,
      destination: this.#destination(draft.id, baseUrl, model, draft.destination ?? null),
      host: new URL(baseUrl).host,
      contextWindow: draft.contextWindow ?? preset.contextWindow,
      key: found?.source ?? (preset.needsKey ? 'none' : 'not-needed'),
      keyEnv: preset.keyEnv,
      selected
    }
  }

  #destination(id: string, baseUrl: string, model: string, declared: Destination | null): Destination {
    const cloud = hasCloudTag(model) || this.#cloud.get(id)?.has(tagged(model)) === true
    return this.#options.gate.destinationOf(baseUrl, declared === 'remote' || cloud ? 'remote' : null)
  }

  list(): { providers: Provider[]; presets: Preset[] } {
    return {
      providers: this.#drafts().map((draft) => this.#provider(draft)),
      presets: presets.map(({ preset, name, baseUrl, model, keyEnv, needsKey, keyUrl }) => ({
        preset,
        name,
        baseUrl,
        model,
        keyEnv,
        needsKey,
        keyUrl
      }))
    }
  }

  /** Adds a provider or changes one. @throws AppError `INVALID_INPUT` without an address, or for a remote address declared local. */
  save(draft: ProviderDraft): Provider {
    const baseUrl = draft.baseUrl ?? presetOf(draft.preset).baseUrl
    if (baseUrl === '') throw new AppError('INVALID_INPUT', 'An address is needed', { field: 'baseUrl' })
    // A name and password in an address would be a key in the settings.
    if (hasUserinfo(new URL(baseUrl))) throw new AppError('INVALID_INPUT', 'An address must not carry a password', { field: 'baseUrl' })
    if (draft.destination === 'local' && this.#options.gate.destinationOf(baseUrl, null) === 'remote') {
      throw new AppError('INVALID_INPUT', 'An address outside this machine cannot be declared local', { field: 'destination' })
    }
    const others = this.#drafts().filter((one) => one.id !== draft.id)
    this.#options.backend.set('providers', [...others, draft])
    return this.#provider(draft)
  }

  delete(id: string): void {
    this.#draft(id)
    this.#options.backend.set(
      'providers',
      this.#drafts().filter((one) => one.id !== id)
    )
    if (this.#selection()?.id === id) this.#options.backend.set('provider.selected', null)
    this.#options.keys.set(id, '')
  }

  setKey(id: string, key: string): void {
    this.#draft(id)
    this.#options.keys.set(id, key)
  }

  select(id: string | null, model: string | undefined): { id: string | null; model: string | null } {
    if (id !== null) this.#draft(id)
    this.#options.backend.set('provider.selected', id === null ? null : { id, model: model ?? null })
    const current = this.current()
    return { id, model: current === null || current.model === '' ? null : current.model }
  }

  /** Connects with the key and asks for the list of models. Errors as `LlmPort` maps them. */
  async test(id: string): Promise<{ models: string[] }> {
    const provider = this.#provider(this.#draft(id))
    const models = await listModels(this.#server(provider, this.#key(provider)), AbortSignal.timeout(TEST_MS))
    if (mayForward(provider)) await this.#checkCloud(provider)
    return { models: [...models] }
  }

  /** The chosen provider and model, or null: memory alone. */
  current(): CurrentModel | null {
    const selection = this.#selection()
    const draft = this.#drafts().find((one) => one.id === selection?.id)
    if (draft === undefined) return null
    const provider = this.#provider(draft)
    return { provider, model: provider.model }
  }

  /**
   * The chosen model for one turn. A server that may forward to a cloud is asked first; when it cannot be asked, its models count as remote
   * for this turn, so that nothing private goes to them.
   */
  async currentForTurn(): Promise<CurrentModel | null> {
    const current = this.current()
    if (current === null || current.provider.destination === 'remote' || !mayForward(current.provider)) return current
    const { provider, model } = current
    const known = await this.#checkCloud(provider)
    const destination = known ? this.#destination(provider.id, provider.baseUrl, model, null) : 'remote'
    return { provider: { ...provider, destination }, model }
  }

  /** Another model of the same provider. It may lead elsewhere: a server on this machine runs some models in a cloud. */
  sibling({ provider }: CurrentModel, model: string): CurrentModel {
    const destination = provider.destination === 'remote' ? 'remote' : this.#destination(provider.id, provider.baseUrl, model, null)
    return { provider: { ...provider, model, destination }, model }
  }

  /** Notes which models of a server on this machine run elsewhere. @returns false when it could not be asked */
  async #checkCloud(provider: Provider): Promise<boolean> {
    const cloud = await cloudModels(this.#server(provider, null), AbortSignal.timeout(PROBE_MS)).catch(() => null)
    if (cloud !== null) this.#cloud.set(provider.id, new Set(cloud.map(tagged)))
    return cloud !== null
  }

  #server(provider: Provider, apiKey: string | null): ProviderServer {
    const declared = provider.destination === 'remote' ? 'remote' : null
    return { baseUrl: provider.baseUrl, apiKey, declared, gate: this.#options.gate }
  }

  #key(provider: Provider): string | null {
    const preset = presetOf(provider.preset)
    const found = this.#options.keys.find(provider.id, preset.keyEnv)
    if (found === null && preset.needsKey) {
      throw new AppError('PROVIDER_AUTH', 'No key is set', { host: provider.host, hint: 'no-key' })
    }
    return found?.value ?? null
  }

  /** The port to the chosen model, or why it cannot be used now. */
  port(current: CurrentModel): LlmPort | { readonly error: ErrorData } {
    const { provider, model } = current
    const { gate, clock, settings } = this.#options
    if (model === '') return { error: new AppError('MODEL_MISSING', 'No model is chosen', { host: provider.host }).toData() }
    try {
      return createOpenAiCompatible({
        providerId: provider.id,
        preset: provider.preset,
        baseUrl: provider.baseUrl,
        model,
        apiKey: this.#key(provider),
        destination: provider.destination,
        contextWindow: provider.contextWindow,
        gate,
        clock,
        echoMemory: this.#echoMemory,
        timeouts: () => {
          const network = settings.get().network
          const firstPayloadMs = provider.destination === 'local' ? network.firstPayloadLocalMs : network.firstPayloadRemoteMs
          return { firstPayloadMs, idleMs: network.idleMs, retryAfterMaxMs: network.retryAfterMaxMs }
        }
      })
    } catch (cause) {
      if (cause instanceof AppError) return { error: cause.toData() }
      throw cause
    }
  }
}
