import type { RouteOutput } from '../../../shared/ipc/contract.ts'

export type Status = RouteOutput<'app.status'>

/** Where the words of a turn would go, as the chip says it. `none` is memory alone, `offline` a remote model held back. */
export type DestinationKind = 'local' | 'none' | 'remote' | 'offline'

export function destinationKind(status: Pick<Status, 'provider' | 'destination' | 'offline'>): DestinationKind {
  if (status.provider === null) return 'none'
  if (status.destination === 'local') return 'local'
  return status.offline ? 'offline' : 'remote'
}
