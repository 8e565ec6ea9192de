import type { EventData, EventName } from '../../shared/ipc/contract.ts'
import type { ErrorData, Result } from '../../shared/model/errors.ts'
import type { LogFields } from '../kernel/logger.ts'
import type { CoreConfig } from '../create-core.ts'

/** What the core worker is started with. Worker entry addresses come from the shell, since a bundle has its own. */
export interface CoreWorkerData {
  readonly config: CoreConfig
  readonly embedEntry: string
}

export type ToCore =
  | { readonly type: 'call'; readonly id: number; readonly route: string; readonly input: unknown }
  | { readonly type: 'close' }

export type FromCore =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: ErrorData }
  | { readonly type: 'reply'; readonly id: number; readonly result: Result<unknown> }
  | { readonly type: 'event'; readonly name: EventName; readonly data: EventData<EventName> }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly event: string; readonly fields: LogFields }
  | { readonly type: 'closed' }
