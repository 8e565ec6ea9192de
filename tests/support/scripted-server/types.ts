import type { IncomingHttpHeaders } from 'node:http'

/** One step of a reply's body, in order. */
export type Step =
  | { readonly do: 'write'; readonly data: string | Uint8Array }
  | { readonly do: 'wait'; readonly ms: number }
  /** Closes the socket after what was written, without ending the body. */
  | { readonly do: 'cut' }
  /** Resets the connection (RST). */
  | { readonly do: 'reset' }
  /** Says nothing more until the client or the test closes. */
  | { readonly do: 'hang' }

/** What the server answers. `head: 'never'` sends no status line: the steps begin at once and may only wait, cut, reset or hang. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
  readonly head?: 'never'
  /** Sent instead, as JSON, when the request did not ask for a stream. */
  readonly whole?: unknown
}

/** A reply, or a function that makes it from the request. */
export type Script<R = RecordedRequest> = Reply | ((request: R) => Reply | Promise<Reply>)

export type Closing = 'finished' | 'by-client' | 'by-server'

export interface RecordedRequest {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The body as it came. */
  readonly raw: string
  /** The body parsed as JSON; `undefined` when it is not JSON. */
  readonly body: unknown
  /** `performance.now()` when the whole request had arrived. */
  readonly at: number
  /** How the exchange ended; pending while it is open. */
  readonly closed: Promise<Closing>
  /** True once the client closed before the reply was complete. */
  closedByClient: boolean
}

export interface WireToolCall {
  readonly id: string
  readonly type: string
  readonly function: { readonly name: string; readonly arguments: string }
}

export interface WireMessage {
  readonly role: string
  readonly content: string | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly WireToolCall[]
  readonly tool_call_id?: string
}

export interface WireTool {
  readonly type: string
  readonly function: { readonly name: string; readonly description: string; readonly parameters: Readonly<Record<string, unknown>> }
}

export interface ChatBody {
  readonly model: string
  readonly messages: readonly WireMessage[]
  readonly stream?: boolean
  readonly tools?: readonly WireTool[]
  readonly temperature?: number
  readonly max_tokens?: number
}

/** A recorded `POST …/chat/completions` whose body has messages. */
export interface ChatRequest extends RecordedRequest {
  readonly body: ChatBody
}

/** An entry of Ollama's `/api/tags`. */
export interface OllamaTag {
  readonly name: string
  readonly model?: string
  readonly remote_host?: string
  readonly remote_model?: string
}

export interface ScriptedServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** `origin` and `/v1`: what a provider is given as its base address. */
  readonly baseUrl: string
  readonly host: string
  readonly port: number
  /** How many connections were ever opened to it. */
  readonly connections: number
  /** Every request, in order of arrival. */
  readonly requests: readonly RecordedRequest[]
  /** Only the chat requests. */
  readonly chats: readonly ChatRequest[]
  /** The newest chat request; throws when there was none. */
  lastChat(): ChatRequest
  /** Resolves with the chat request of this number (1 is the first), waiting for it if needed. */
  chat(number: number): Promise<ChatRequest>
  /** Scripts for the next chat requests, one each. */
  enqueue(...scripts: readonly Script<ChatRequest>[]): void
  /** How many enqueued scripts were not asked for yet. */
  pending(): number
  /** Answers chat requests when nothing is enqueued. Without it they get 409. */
  otherwise(script: Script<ChatRequest>): void
  /** Answers any other path, such as a weather service; also replaces the built-in `GET /v1/models` and `GET /api/tags`. */
  route(method: string, path: string, script: Script): void
  /** Ids that `GET /v1/models` lists. */
  models(ids: readonly string[]): void
  /** Entries that `GET /api/tags` lists; until this is called the path answers 404, as a server that is not Ollama does. */
  tags(entries: readonly OllamaTag[]): void
  /** Forgets requests, queue, routes and lists; connections stay. */
  reset(): void
  /** Ends everything, also replies that hang. */
  close(): Promise<void>
}
