import { useMemo } from 'react'
import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import type { ErrorData } from '../../../shared/model/errors.ts'
import type { Fact } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { call } from '../../bridge/call.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { showToast } from '../../ui/index.ts'
import { restorePrivacy, setPrivacy, type FactPatch } from './memory-actions.ts'

/** The core holds a deletion back for ten seconds; the offer ends a little earlier, so that it is never an empty one. */
const UNDO_MS = 9_500

export interface MemoryActions {
  /** @returns false when nothing was forgotten, after saying so. */
  readonly forget: (factIds: readonly string[]) => Promise<boolean>
  /** Says what was forgotten and offers to take back all of it at once. */
  readonly offerBack: (text: string, deletions: readonly RouteOutput<'memory.delete'>[], back: string) => void
  readonly setPrivacy: (facts: readonly Fact[], privacy: Privacy) => Promise<void>
  /** @returns the id under which the fact is known from now on; null when it failed, after saying so. */
  readonly update: (factId: string, patch: FactPatch) => Promise<string | null>
}

/** What the memory page does, each with a sentence about how it went and an undo where there is one. */
export function useMemoryActions(): MemoryActions {
  const texts = useCatalogue(memoryText)
  const errorText = useErrorText()
  return useMemo<MemoryActions>(() => {
    const fail = (text: string): void => showToast({ text, tone: 'danger' })
    const late = (error: ErrorData): string => (error.code === 'NOT_FOUND' ? texts.undoLate : errorText(error))

    const offerBack: MemoryActions['offerBack'] = (text, deletions, back) => {
      const ids = deletions.flatMap(({ deletionId }) => (deletionId === null ? [] : [deletionId]))
      const undo = async (): Promise<void> => {
        const results = await Promise.all(ids.map((deletionId) => call('deletions.undo', { deletionId })))
        const failed = results.find((result) => !result.ok)
        if (failed?.ok === false) fail(late(failed.error))
        else showToast({ text: back })
      }
      showToast({ text, forMs: UNDO_MS, ...(ids.length > 0 ? { undo: () => void undo() } : {}) })
    }

    return {
      offerBack,
      forget: async (factIds) => {
        const result = await call('memory.deleteMany', { factIds: [...factIds], undoable: true })
        if (!result.ok) {
          fail(errorText(result.error))
          return false
        }
        offerBack(texts.forgotten(factIds.length), [result.value], texts.undone(factIds.length))
        return true
      },
      setPrivacy: async (facts, privacy) => {
        const { done, error } = await setPrivacy(facts, privacy)
        if (error !== null) fail(errorText(error))
        if (done.length === 0) return
        const undo = async (): Promise<void> => {
          const back = await restorePrivacy(done)
          if (back.error !== null) fail(errorText(back.error))
        }
        showToast({ text: texts.relabelled(done.length, texts.privacy[privacy]), forMs: UNDO_MS, undo: () => void undo() })
      },
      update: async (factId, patch) => {
        const result = await call('memory.update', { factId, patch })
        if (result.ok) return result.value.factId
        fail(errorText(result.error))
        return null
      }
    }
  }, [texts, errorText])
}
