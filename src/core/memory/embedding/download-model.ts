import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, toErrorData } from '../../kernel/app-error.ts'
import type { ModelFile, ModelSource } from './models.ts'
import { sumOfFile } from './verify-model.ts'

/** The gate's `fetch` for downloads: an answer that redirects is given back, not followed. */
export type DownloadFetch = (
  url: string,
  init: { readonly headers: Record<string, string>; readonly signal: AbortSignal }
) => Promise<Response>

export interface DownloadOptions {
  readonly source: ModelSource
  /** `https://host[/path]`. */
  readonly hub: string
  /** Where the model's folder is to be; beside it lies what is not whole yet. */
  readonly folder: string
  readonly fetch: DownloadFetch
  readonly signal: AbortSignal
  /** Milliseconds without a byte after which the connection counts as dead. */
  readonly idleMs: number
  /** @param bytes of all files that are here so far */
  readonly onProgress: (bytes: number) => void
}

/** A file under way. */
interface Loading extends DownloadOptions {
  /** Bytes of the files before it. */
  readonly before: number
}

const MOST_REDIRECTS = 5

const badReply = (message: string, data: Record<string, string | number>): AppError => new AppError('PROVIDER_BAD_REPLY', message, data)

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

function statusError(status: number, path: string): AppError {
  const data = { status, file: path }
  if (status === 401 || status === 403) return new AppError('PROVIDER_AUTH', 'The hub asks for an account', data)
  if (status === 429) return new AppError('PROVIDER_RATE', 'The hub asks to wait', data)
  if (status >= 500) return new AppError('PROVIDER_DOWN', 'The hub has a fault', data)
  return badReply('The hub does not give this file', data)
}

/** Where a redirect leads. Never from https to http: the sum would show a changed file, but the request would be readable. */
function follow(from: string, response: Response, path: string): string {
  const location = response.headers.get('location')
  const to = location === null || !URL.canParse(location, from) ? null : new URL(location, from)
  const down = from.startsWith('https:') && to?.protocol !== 'https:'
  if (to === null || down || !/^https?:$/.test(to.protocol))
    throw badReply('The hub redirects to nowhere', { file: path, reason: 'redirect' })
  return to.href
}

/** The answer that carries the file, after its redirects; each of them is a request of its own through the gate. */
async function request(options: DownloadOptions, file: ModelFile, from: number): Promise<Response> {
  const { hub, source, fetch, signal } = options
  const headers = { accept: '*/*', ...(from > 0 ? { range: `bytes=${from}-` } : {}) }
  let url = `${hub.replace(/\/+$/, '')}/${source.repository}/resolve/${source.revision}/${file.path}`
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    const response = await fetch(url, { headers, signal })
    if (response.status < 300 || response.status > 399) return response
    await response.body?.cancel()
    url = follow(url, response, file.path)
  }
  throw badReply('The hub redirects without end', { file: file.path, reason: 'redirect' })
}

/** Gives up when nothing comes for a while: a dead connection would otherwise wait for ever. */
async function* parts(body: ReadableStream<Uint8Array>, idleMs: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new AppError('PROVIDER_DOWN', 'The hub went silent', { reason: 'timeout' })), idleMs)
      })
      const { done, value } = await Promise.race([reader.read(), late]).finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Writes what comes to the end of a file that has `size` bytes. */
async function append(response: Response, to: FileHandle, file: ModelFile, have: number, options: Loading): Promise<void> {
  let size = have
  if (response.body === null) throw badReply('The hub sends nothing', { file: file.path })
  for await (const part of parts(response.body, options.idleMs)) {
    size += part.byteLength
    if (size > file.bytes) throw badReply('The file is longer than it should be', { file: file.path, reason: 'size' })
    await to.write(part)
    options.onProgress(options.before + size)
  }
  if (size < file.bytes) throw new AppError('PROVIDER_DOWN', 'The file ended too early', { file: file.path, reason: 'reset' })
  await to.sync()
}

/** True when the answer goes on where the part ends; false when it is the whole file. */
function goesOn(response: Response, from: number): boolean {
  return response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`) === true
}

async function fetchInto(part: string, file: ModelFile, options: Loading): Promise<void> {
  const had = await sizeOf(part)
  if (had === file.bytes) return
  const from = had < file.bytes ? had : 0
  const response = await request(options, file, from)
  if (!response.ok) {
    await response.body?.cancel()
    throw statusError(response.status, file.path)
  }
  const have = goesOn(response, from) ? from : 0
  const to = await open(part, have > 0 ? 'a' : 'w')
  try {
    await append(response, to, file, have, options)
  } finally {
    await to.close()
  }
}

async function loadFile(target: string, file: ModelFile, options: Loading): Promise<void> {
  const isRight = async (path: string): Promise<boolean> => (await sumOfFile(path).catch(() => '')) === file.sha256
  if (await isRight(target)) return
  const part = `${target}.part`
  await mkdir(dirname(part), { recursive: true })
  await fetchInto(part, file, options)
  if (!(await isRight(part))) {
    await rm(part, { force: true })
    throw badReply('The file is not the one that was published', { file: file.path, reason: 'checksum' })
  }
  await rename(part, target)
}

/**
 * Loads the files of a model; what is there already is kept, and a file that was cut goes on where it stopped. Nothing appears in the model's folder
 * before the checksum of every file is right.
 * @throws AppError of the gate (`OFFLINE`, `PROVIDER_DOWN`), for an answer of the hub (`PROVIDER_*`, with `file`; a wrong checksum has
 * `reason: 'checksum'` and what was loaded is thrown away), `DISK_FULL`; the reason of an aborted signal
 */
export async function downloadModel(options: DownloadOptions): Promise<void> {
  const { source, folder } = options
  const staging = `${folder}.part`
  try {
    let before = 0
    for (const file of source.files) {
      await loadFile(join(staging, file.path), file, { ...options, before })
      before += file.bytes
      options.onProgress(before)
    }
    await rm(folder, { recursive: true, force: true })
    await rename(staging, folder)
  } catch (cause) {
    if (options.signal.aborted || cause instanceof AppError) throw cause
    throw new AppError(toErrorData(cause).code, 'The model could not be stored', undefined, { cause })
  }
}
