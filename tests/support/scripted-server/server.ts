import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json, status } from './replies.ts'
import { perform } from './perform.ts'
import type { ChatBody, ChatRequest, Closing, OllamaTag, RecordedRequest, Reply, Script, ScriptedServer } from './types.ts'

async function readBody(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

function isChatBody(body: unknown): body is ChatBody {
  return typeof body === 'object' && body !== null && 'messages' in body && Array.isArray(body.messages)
}

function isChat(request: RecordedRequest): request is ChatRequest {
  return request.method === 'POST' && request.path.endsWith('/chat/completions') && isChatBody(request.body)
}

/** What the server knows between requests. */
interface State {
  connections: number
  requests: RecordedRequest[]
  chats: ChatRequest[]
  queue: Script<ChatRequest>[]
  fallback: Script<ChatRequest>
  routes: Map<string, Script>
  waiting: { number: number; resolve: (request: ChatRequest) => void }[]
}

const EMPTY: Reply = status(409, { error: { message: 'nothing is scripted for this request', type: 'script' } })

function modelList(ids: readonly string[]): Reply {
  return json({ object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'scripted' })) })
}

function freshState(): State {
  return {
    connections: 0,
    requests: [],
    chats: [],
    queue: [],
    fallback: EMPTY,
    routes: new Map([['GET /v1/models', modelList(['scripted'])]]),
    waiting: []
  }
}

async function replyTo(state: State, request: RecordedRequest): Promise<Reply> {
  if (isChat(request)) {
    const script = state.queue.shift() ?? state.fallback
    return typeof script === 'function' ? script(request) : script
  }
  const script = state.routes.get(`${request.method} ${request.path}`)
  if (script === undefined) return status(404, { error: { message: 'no such path', type: 'script' } })
  return typeof script === 'function' ? script(request) : script
}

function record(state: State, message: IncomingMessage, raw: string, closed: Promise<Closing>): RecordedRequest {
  const url = new URL(message.url ?? '/', 'http://127.0.0.1')
  const request: RecordedRequest = {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    raw,
    body: parse(raw),
    at: performance.now(),
    closed,
    closedByClient: false
  }
  void closed.then((closing) => (request.closedByClient = closing === 'by-client'))
  state.requests.push(request)
  if (isChat(request)) {
    state.chats.push(request)
    for (const waiter of state.waiting) if (waiter.number === state.chats.length) waiter.resolve(request)
  }
  return request
}

async function handle(state: State, message: IncomingMessage, response: ServerResponse, ending: AbortSignal): Promise<void> {
  let byServer = false
  const closed = new Promise<Closing>((resolve) => {
    response.once('close', () => resolve(response.writableFinished ? 'finished' : byServer ? 'by-server' : 'by-client'))
  })
  const request = record(state, message, await readBody(message), closed)
  const reply = await replyTo(state, request)
  const wantsStream = typeof request.body === 'object' && request.body !== null && 'stream' in request.body && request.body.stream === true
  const chosen = reply.whole !== undefined && !wantsStream ? json(reply.whole) : reply
  await perform(chosen, response, ending, () => (byServer = true))
}

/** Lets what happened in the script be seen: an exception there is a fault of the test, so the client gets it in words. */
function broken(response: ServerResponse, cause: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  response.writeHead(409, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message: `the script threw: ${String(cause)}`, type: 'script' } }))
}

function controls(
  read: () => State,
  write: (state: State) => void
): Omit<ScriptedServer, 'origin' | 'baseUrl' | 'host' | 'port' | 'close'> {
  return {
    get connections() {
      return read().connections
    },
    get requests() {
      return read().requests
    },
    get chats() {
      return read().chats
    },
    lastChat: () => {
      const last = read().chats.at(-1)
      if (last === undefined) throw new Error('no chat request has come')
      return last
    },
    chat: (number) => {
      const there = read().chats[number - 1]
      return there === undefined ? new Promise((resolve) => read().waiting.push({ number, resolve })) : Promise.resolve(there)
    },
    enqueue: (...scripts) => void read().queue.push(...scripts),
    pending: () => read().queue.length,
    otherwise: (script) => void (read().fallback = script),
    route: (method, path, script) => void read().routes.set(`${method} ${path}`, script),
    models: (ids) => void read().routes.set('GET /v1/models', modelList(ids)),
    tags: (entries: readonly OllamaTag[]) => void read().routes.set('GET /api/tags', json({ models: entries })),
    reset: () => write(freshState())
  }
}

/** Starts a server on 127.0.0.1. @param port 0 takes a free one. */
export async function startScriptedServer(port = 0): Promise<ScriptedServer> {
  let state = freshState()
  const ending = new AbortController()
  const server = createServer({ keepAliveTimeout: 30_000, noDelay: true }, (message, response) => {
    handle(state, message, response, ending.signal).catch((cause: unknown) => broken(response, cause))
  })
  server.on('connection', () => (state.connections += 1))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const origin = `http://127.0.0.1:${address.port}`
  const control = controls(
    () => state,
    (next) => (state = next)
  )
  const close = async (): Promise<void> => {
    ending.abort()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  return Object.assign(control, {
    origin,
    baseUrl: `${origin}/v1`,
    host: `127.0.0.1:${address.port}`,
    port: address.port,
    close
  })
}
