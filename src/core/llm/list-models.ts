import { AppError } from '../kernel/app-error.ts'
import { failure } from './failure.ts'
import { getJson } from './get-json.ts'
import type { ProviderServer } from './get-json.ts'

/** Why the list is asked for; a probe only looks whether a server is there. */
export type ListPurpose = 'models' | 'probe'

function entriesOf(body: unknown, key: string): readonly unknown[] | null {
  if (Array.isArray(body)) return body
  const entries: unknown = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : null
  return Array.isArray(entries) ? entries : null
}

function stringOf(entry: unknown, ...names: readonly string[]): string | null {
  if (typeof entry === 'string') return entry === '' ? null : entry
  if (typeof entry !== 'object' || entry === null) return null
  const fields = entry as Record<string, unknown>
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function sortedOnce(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/** Joins a path to a base address and keeps the query that some addresses carry. */
function below(baseUrl: string, path: string): string {
  const url = new URL(baseUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  return url.href
}

/**
 * Ids of the models that a server offers, sorted, each once.
 * @throws AppError as `getJson`; `PROVIDER_BAD_REPLY` when the answer is not a list
 */
export async function listModels(
  server: ProviderServer,
  signal?: AbortSignal,
  purpose: ListPurpose = 'models'
): Promise<readonly string[]> {
  const url = below(server.baseUrl, '/models')
  const body = await getJson(server, url, { purpose, signal })
  const entries = entriesOf(body, 'data')
  if (entries === null) throw failure('PROVIDER_BAD_REPLY', new URL(url).host, 'address')
  return sortedOnce(entries.map((entry) => stringOf(entry, 'id', 'name')))
}

/** A model of Ollama as `/api/tags` lists it. */
export interface OllamaModel {
  readonly name: string
  /** It answers on this machine but runs elsewhere: whatever it is sent leaves. */
  readonly cloud: boolean
}

/** Whether a model's name has a tag such as `cloud` or `120b-cloud`, with which Ollama marks models that run elsewhere. */
export function hasCloudTag(model: string): boolean {
  return /:(?:[^:]*[-_.])?cloud(?:[-_.][^:]*)?$/i.test(model)
}

/**
 * Models of an Ollama server, from `/api/tags` at the root of its address.
 * @throws AppError as `getJson`; `PROVIDER_BAD_REPLY` when the server is not Ollama
 */
export async function ollamaModels(
  server: ProviderServer,
  signal?: AbortSignal,
  purpose: ListPurpose = 'models'
): Promise<readonly OllamaModel[]> {
  const url = new URL('/api/tags', server.baseUrl).href
  const entries = entriesOf(await getJson(server, url, { purpose, signal }), 'models')
  if (entries === null) throw failure('PROVIDER_BAD_REPLY', new URL(url).host, 'address')
  return entries.flatMap((entry): OllamaModel[] => {
    const name = stringOf(entry, 'name', 'model')
    if (name === null) return []
    return [{ name, cloud: stringOf(entry, 'remote_host', 'remote_model') !== null || hasCloudTag(name) }]
  })
}

/**
 * The models of a server that run elsewhere although it answers on this machine. A server that is not Ollama has none.
 * @throws AppError when the server could not be asked at all; then nothing is known, and a caller must not take that for "none"
 */
export async function cloudModels(server: ProviderServer, signal?: AbortSignal): Promise<readonly string[]> {
  try {
    const models = await ollamaModels(server, signal)
    return sortedOnce(models.map(({ name, cloud }) => (cloud ? name : null)))
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'PROVIDER_BAD_REPLY') return []
    throw cause
  }
}
