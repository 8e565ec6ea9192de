import { useCallback, useEffect, useRef, useState } from 'react'
import type { SettingsPatch } from '../../../shared/model/settings.ts'
import { call } from '../../bridge/call.ts'
import { useErrorText } from '../../i18n/errors.ts'

const MARK_MS = 2_000

export type PatchOf<V> = (value: V) => SettingsPatch

export interface Setting<V> {
  /** What is being saved, or the stored value. */
  readonly value: V
  readonly save: (next: V) => Promise<boolean>
  /** Why the last change was not stored, in a sentence. */
  readonly error: string | null
  /** True for a moment after a change was stored. */
  readonly saved: boolean
}

/**
 * One setting: shown at once as the person sets it, stored by the core, put back when the core refuses.
 * @param stored the value that the core has.
 */
export function useSetting<V>(stored: V, patch: PatchOf<V>): Setting<V> {
  const errorText = useErrorText()
  const [draft, setDraft] = useState<{ readonly value: V } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [saved, setSaved] = useState(false)
  const toPatch = useRef(patch)
  toPatch.current = patch

  useEffect(() => setDraft(null), [stored])
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(false), MARK_MS)
    return () => clearTimeout(timer)
  }, [saved])

  const save = useCallback(
    async (next: V): Promise<boolean> => {
      setDraft({ value: next })
      const result = await call('settings.set', { patch: toPatch.current(next) })
      setSaved(result.ok)
      setError(result.ok ? null : errorText(result.error))
      if (!result.ok) setDraft(null)
      return result.ok
    },
    [errorText]
  )
  return { value: draft === null ? stored : draft.value, save, error, saved }
}
