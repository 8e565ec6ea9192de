import type { Route, RouteInput, RouteOutput } from '../../shared/ipc/contract.ts'
import type { ErrorData } from '../../shared/model/errors.ts'
import { call, subscribe } from './call.ts'
import { topicsOf, type Topic } from './topics.ts'

export interface Answer<T> {
  readonly value: T | undefined
  readonly error: ErrorData | null
  readonly loading: boolean
}

interface Query {
  readonly get: () => Answer<unknown>
  readonly load: () => void
  readonly topics: readonly Topic[]
  readonly listeners: Set<() => void>
  forget: ReturnType<typeof setTimeout> | null
}

/** How long an answer that nobody shows is kept, so that going back to a page shows it at once. */
const KEEP_MS = 30_000

const queries = new Map<string, Query>()
let listening = false

function listen(): void {
  if (listening) return
  listening = true
  subscribe('data.changed', ({ what }) => {
    for (const query of queries.values()) if (query.topics.includes(what) && query.listeners.size > 0) query.load()
    for (const [key, query] of queries) if (query.topics.includes(what) && query.listeners.size === 0) drop(key, query)
  })
}

function drop(key: string, query: Query): void {
  if (query.forget !== null) clearTimeout(query.forget)
  queries.delete(key)
}

function createQuery<R extends Route>(route: R, input: RouteInput<R>): Query {
  let answer: Answer<RouteOutput<R>> = { value: undefined, error: null, loading: true }
  let running = false
  let again = false
  const listeners = new Set<() => void>()
  const tell = (next: Answer<RouteOutput<R>>): void => {
    answer = next
    for (const listener of listeners) listener()
  }
  const load = (): void => {
    if (running) {
      again = true
      return
    }
    running = true
    void call(route, input).then((result) => {
      running = false
      tell(result.ok ? { value: result.value, error: null, loading: false } : { value: answer.value, error: result.error, loading: false })
      if (!again) return
      again = false
      load()
    })
  }
  return { get: () => answer, load, topics: topicsOf(route), listeners, forget: null }
}

export function keyOf<R extends Route>(route: R, input: RouteInput<R>): string {
  return `${route} ${JSON.stringify(input)}`
}

/** The one shared query for this route and input, created and asked when it is new. */
export function queryFor<R extends Route>(route: R, input: RouteInput<R>): Query {
  listen()
  const key = keyOf(route, input)
  const known = queries.get(key)
  if (known !== undefined) return known
  const query = createQuery(route, input)
  queries.set(key, query)
  query.load()
  return query
}

/** Asks again where the answer is shown, after a change that no event tells. */
export function refresh<R extends Route>(route: R, input: RouteInput<R>): void {
  queries.get(keyOf(route, input))?.load()
}

/** Asks everything that is shown again and forgets the rest: the core was started anew. */
export function refreshAll(): void {
  for (const [key, query] of queries) {
    if (query.listeners.size > 0) query.load()
    else drop(key, query)
  }
}

/** Shows interest in a query. @returns a function that ends it; the last one to leave lets the answer go after a while. */
export function watch(key: string, query: Query, listener: () => void): () => void {
  if (query.forget !== null) clearTimeout(query.forget)
  query.forget = null
  query.listeners.add(listener)
  return () => {
    query.listeners.delete(listener)
    if (query.listeners.size === 0) query.forget = setTimeout(() => queries.delete(key), KEEP_MS)
  }
}
