import { useEffect, useRef, useState } from 'react'
import type { ShellState } from '../../shared/ipc/contract.ts'
import { call, subscribe } from '../bridge/call.ts'
import { refreshAll } from '../bridge/query-cache.ts'
import { forgetTurns } from '../features/chat/turn-store.ts'

/** What the hosting process says of the core, kept up to date; null until it has answered once. */
export function useShell(): ShellState | null {
  const [state, setState] = useState<ShellState | null>(null)
  useEffect(() => {
    let current = true
    const end = subscribe('shell.state', (next) => {
      if (current) setState(next)
    })
    void call('shell.state', {}).then((result) => {
      if (current && result.ok) setState(result.value)
    })
    return () => {
      current = false
      end()
    }
  }, [])
  const restarted = useRef(false)
  const name = state?.state
  useEffect(() => {
    if (name === undefined) return
    if (name !== 'ready') restarted.current = true
    else if (restarted.current) {
      restarted.current = false
      forgetTurns()
      refreshAll()
    }
  }, [name])
  return state
}
