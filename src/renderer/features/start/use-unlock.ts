import { useState } from 'react'
import type { ErrorData } from '../../../shared/model/errors.ts'
import { call } from '../../bridge/call.ts'

export interface Unlocking {
  readonly busy: boolean
  /** Why the passphrase did not open the profile. */
  readonly error: ErrorData | null
  readonly unlock: (passphrase: string) => Promise<void>
}

/** Hands a passphrase over and keeps none. When it fits, the window changes by itself. */
export function useUnlock(before: ErrorData | null): Unlocking {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(before)
  const unlock = async (passphrase: string): Promise<void> => {
    setBusy(true)
    const result = await call('shell.unlock', { passphrase })
    setBusy(false)
    setError(result.ok ? result.value.error : result.error)
  }
  return { busy, error, unlock }
}
