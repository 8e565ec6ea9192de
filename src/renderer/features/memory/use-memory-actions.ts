import { useMemo } from 'react'
import type { Fact } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { call } from '../../bridge/call.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { showToast } from '../../ui/index.ts'
import { forget, restorePrivacy, setPrivacy, undoForget, type FactPatch } from './memory-actions.ts'

/** The core holds a deletion back for ten seconds; the offer ends a little earlier, so that it is never an empty one. */
const UNDO_MS = 9_500

export interface MemoryActions {
  readonly forget: (factIds: readonly string[]) => Promise<void>
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
    return {
      forget: async (factIds) => {
        const { done, error } = await forget(factIds)
        if (error !== null) fail(`${texts.partly(done.length, factIds.length)} ${errorText(error)}`)
        if (done.length === 0) return
        const undoable = done.filter((id) => id !== '')
        const undo = async (): Promise<void> => {
          const back = await undoForget(undoable)
          if (back.error !== null) fail(back.error.code === 'NOT_FOUND' ? texts.undoLate : errorText(back.error))
          if (back.done.length > 0) showToast({ text: texts.undone(back.done.length) })
        }
        showToast({ text: texts.forgotten(done.length), forMs: UNDO_MS, ...(undoable.length > 0 ? { undo: () => void undo() } : {}) })
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
