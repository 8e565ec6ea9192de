import type { ShellState } from '../../shared/ipc/contract.ts'
export function Frame(_: { readonly shell: ShellState }) {
  return null
}
