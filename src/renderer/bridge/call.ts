import type { EventData, EventName, Route, RouteInput, RouteOutput } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/model/errors.ts'

/** Asks the core or the shell. Never rejects: a failure is `{ ok: false, error }`. */
export async function call<R extends Route>(route: R, input: RouteInput<R>): Promise<Result<RouteOutput<R>>> {
  try {
    return await window.hearth.invoke(route, input)
  } catch {
    return { ok: false, error: { code: 'INTERNAL', message: 'The bridge did not answer' } }
  }
}

/** Listens to an event of the core. @returns a function that ends the subscription. */
export function subscribe<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void {
  return window.hearth.on(event, listener)
}
