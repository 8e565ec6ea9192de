import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KnownModel } from '../../../src/core/memory/embedding/models.ts'
import { allMiniLmL6V2 } from '../../../src/core/memory/embedding/models.ts'

/** Small files that a hub gives out; nobody loads them as a model. */
export const hubFiles: ReadonlyMap<string, Buffer> = new Map([
  ['config.json', Buffer.from('{"hidden_size":384}')],
  ['tokenizer_config.json', Buffer.from('{}')],
  ['tokenizer.json', Buffer.alloc(40_000, 'tokens ')],
  ['onnx/model_quantized.onnx', Buffer.alloc(300_000, 'weights ')]
])

const REVISION = '0123456789abcdef0123456789abcdef01234567'

export const hubModel: KnownModel = {
  ...allMiniLmL6V2,
  id: 'small-model',
  name: 'small-model',
  bytes: [...hubFiles.values()].reduce((sum, file) => sum + file.byteLength, 0),
  source: {
    repository: 'someone/small-model',
    revision: REVISION,
    files: [...hubFiles].map(([path, file]) => ({
      path,
      bytes: file.byteLength,
      sha256: createHash('sha256').update(file).digest('hex')
    }))
  }
}

export interface Hub {
  readonly url: string
  /** Paths with the range that was asked for, in order. */
  readonly seen: { readonly path: string; readonly range: string | undefined }[]
  /** What answers before the usual answer; false lets the usual one come. */
  faults: (path: string, request: IncomingMessage, response: ServerResponse) => boolean
  close(): Promise<void>
}

/** The rest of a file, or all of it. */
export function sendFile(file: Buffer, request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  if (from > 0) response.writeHead(206, { 'content-range': `bytes ${from}-${file.byteLength - 1}/${file.byteLength}` })
  response.end(file.subarray(from))
}

/** A hub on loopback that gives out the files of `hubModel`, and those under `/elsewhere/` too, as a store behind redirects does. */
export async function startHub(): Promise<Hub> {
  const prefix = `/someone/small-model/resolve/${REVISION}/`
  const hub: Hub = { url: '', seen: [], faults: () => false, close: () => Promise.resolve() }
  const server = createServer((request, response) => {
    const address = request.url ?? ''
    const path = address.startsWith(prefix) ? address.slice(prefix.length) : address
    hub.seen.push({ path, range: request.headers.range })
    if (hub.faults(path, request, response)) return
    const file = hubFiles.get(path.replace(/^\/elsewhere\//, ''))
    if (file === undefined) response.writeHead(404).end()
    else sendFile(file, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(hub, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    }
  })
}
