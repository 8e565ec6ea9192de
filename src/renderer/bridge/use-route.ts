import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Route, RouteInput, RouteOutput } from '../../shared/ipc/contract.ts'
import { keyOf, queryFor, watch, type Answer } from './query-cache.ts'

const NOTHING: Answer<never> = { value: undefined, error: null, loading: false }

export interface RouteAnswer<T> extends Answer<T> {
  /** Asks again. */
  readonly reload: () => void
}

/**
 * The answer of a route, shared by all who ask the same, asked again when the data it is made of changes.
 * The last value stays while a new one is on its way, also when the input changes (`keep`, on by default).
 * @param input null asks nothing.
 */
export function useRoute<R extends Route>(
  route: R,
  input: RouteInput<R> | null,
  { keep = true }: { readonly keep?: boolean } = {}
): RouteAnswer<RouteOutput<R>> {
  const key = input === null ? null : keyOf(route, input)
  const inputRef = useRef(input)
  inputRef.current = input
  const lastValue = useRef<RouteOutput<R> | undefined>(undefined)

  const subscribeTo = useCallback(
    (listener: () => void) =>
      key === null || inputRef.current === null ? () => {} : watch(key, queryFor(route, inputRef.current), listener),
    [key, route]
  )
  const read = (): Answer<RouteOutput<R>> => (input === null ? NOTHING : (queryFor(route, input).get() as Answer<RouteOutput<R>>))
  const answer = useSyncExternalStore(subscribeTo, read)
  if (answer.value !== undefined) lastValue.current = answer.value

  const reload = useCallback(() => {
    if (key !== null && inputRef.current !== null) queryFor(route, inputRef.current).load()
  }, [key, route])
  return { ...answer, value: answer.value ?? (keep && input !== null ? lastValue.current : undefined), reload }
}
