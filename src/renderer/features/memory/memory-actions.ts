import type { RouteInput } from '../../../shared/ipc/contract.ts'
import type { ErrorData } from '../../../shared/model/errors.ts'
import type { Fact } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { call } from '../../bridge/call.ts'

export type FactPatch = RouteInput<'memory.update'>['patch']

/** How a change to many facts went. `error` is the first failure. */
export interface BulkOutcome<T> {
  readonly done: readonly T[]
  readonly error: ErrorData | null
}

const AT_ONCE = 8

/** Runs a change for each item, a few at a time, and goes on after a failure. */
export async function forEachFact<I, T>(
  items: readonly I[],
  change: (item: I) => Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorData }>
): Promise<BulkOutcome<T>> {
  const done: T[] = []
  let error: ErrorData | null = null
  let next = 0
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const item = items[next++]
      if (item === undefined) return
      const result = await change(item)
      if (result.ok) done.push(result.value)
      else error ??= result.error
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
  return { done, error }
}

/** @returns the facts whose label changed, as they were before, so that it can be taken back. */
export async function setPrivacy(facts: readonly Fact[], privacy: Privacy): Promise<BulkOutcome<Fact>> {
  return forEachFact(
    facts.filter((fact) => fact.privacy !== privacy),
    async (fact) => {
      const result = await call('memory.update', { factId: fact.factId, patch: { privacy } })
      return result.ok ? { ok: true, value: { ...fact, factId: result.value.factId } } : result
    }
  )
}

export async function restorePrivacy(before: readonly Fact[]): Promise<BulkOutcome<string>> {
  return forEachFact(before, async ({ factId, privacy }) => {
    const result = await call('memory.update', { factId, patch: { privacy } })
    return result.ok ? { ok: true, value: result.value.factId } : result
  })
}

/** What an edit changes; null when it changes nothing. An empty key takes the key away. */
export function patchOf(
  fact: Pick<Fact, 'text' | 'category' | 'key'>,
  wanted: { readonly text: string; readonly category: Fact['category']; readonly key: string }
): FactPatch | null {
  const text = wanted.text.trim()
  const key = wanted.key.trim() === '' ? null : wanted.key.trim()
  const patch: FactPatch = {
    ...(text === fact.text ? {} : { text }),
    ...(wanted.category === fact.category ? {} : { category: wanted.category }),
    ...(key === fact.key ? {} : { key })
  }
  return Object.keys(patch).length === 0 ? null : patch
}

/** Several facts can become one when all of them hold now and speak of the same: the person, one conversation or one project. */
export function mergeable(facts: readonly Fact[]): boolean {
  const [first] = facts
  if (first === undefined || facts.length < 2) return false
  return facts.every((fact) => fact.status === 'live' && fact.scope === first.scope && fact.projectId === first.projectId)
}
