import type { Route, RouteInput, RouteOutput } from '../../shared/ipc/contract.ts'
import type { ErrorData } from '../../shared/model/errors.ts'
import { call } from '../bridge/call.ts'
import { errorText } from '../i18n/errors.ts'
import { useLanguageStore } from '../i18n/language.ts'
import { showToast } from '../ui/toast.tsx'

const UNDO_MS = 10_000

/** Tells the person about a failure that has no place of its own on the page. */
export function reportError(error: ErrorData): void {
  showToast({ text: errorText(error, useLanguageStore.getState().language), tone: 'danger', forMs: 10_000 })
}

/** Calls a route for its effect. A failure is shown as a toast and gives null. */
export async function act<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteOutput<R> | null> {
  const result = await call(route, input)
  if (result.ok) return result.value
  reportError(result.error)
  return null
}

/** Offers to take back a deletion while it waits. A deletion without an identifier is already done and offers nothing. */
export function offerUndo(text: string, deletion: RouteOutput<'memory.delete'>): void {
  const { deletionId, until } = deletion
  if (deletionId === null) {
    showToast({ text })
    return
  }
  const left = until === null ? UNDO_MS : Math.max(1_000, Math.min(UNDO_MS, Date.parse(until) - Date.now()))
  showToast({ text, undo: () => void act('deletions.undo', { deletionId }), forMs: Number.isNaN(left) ? UNDO_MS : left })
}
