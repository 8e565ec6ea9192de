import type { ShellState } from '../../../shared/ipc/contract.ts'
import { NewPassphrase } from './new-passphrase.tsx'
import { OpenWithPassphrase } from './open-with-passphrase.tsx'

/** Asks for the passphrase of a locked profile, or for the first one of a new profile. */
export function UnlockScreen({ state }: { readonly state: ShellState }) {
  return state.state === 'new' ? <NewPassphrase /> : <OpenWithPassphrase error={state.error} />
}
