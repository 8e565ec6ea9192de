import type { EventData, EventName, Route, RouteInput, RouteOutput } from './contract.ts'
import type { Result } from '../model/errors.ts'

/** What the preload exposes as `window.hearth`. It forwards and knows no route. Never rejects. */
export interface HearthBridge {
  invoke<R extends Route>(route: R, input: RouteInput<R>): Promise<Result<RouteOutput<R>>>
  /** @returns a function that ends the subscription. */
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void
}

/** The two channels between preload and main. */
export const INVOKE_CHANNEL = 'hearth:invoke'
export const EVENT_CHANNEL = 'hearth:event'
