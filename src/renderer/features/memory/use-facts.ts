import { useCallback, useEffect, useRef, useState } from 'react'
import type { ErrorData } from '../../../shared/model/errors.ts'
import type { Fact } from '../../../shared/model/memory.ts'
import { call, subscribe } from '../../bridge/call.ts'
import { listInput, type MemoryFilter } from './memory-filter.ts'

/** Enough for the first screens; the rest follows while the person already reads. */
const FIRST = 200
const ALL = 100_000
const TYPING_MS = 90
const SETTLE_MS = 250

export interface FactsAnswer {
  readonly facts: readonly Fact[]
  /** True until the first answer for the first filter. */
  readonly loading: boolean
  /** False while more of the list is on its way. */
  readonly complete: boolean
  readonly error: ErrorData | null
  readonly reload: () => void
}

interface State {
  readonly facts: readonly Fact[]
  readonly loading: boolean
  readonly complete: boolean
  readonly error: ErrorData | null
}

const atFirst: State = { facts: [], loading: true, complete: false, error: null }

/** The facts that fit a filter, asked again when facts change. What is shown stays until the new answer is there, so that nothing jumps. */
export function useFacts(filter: MemoryFilter): FactsAnswer {
  const [state, setState] = useState(atFirst)
  const latest = useRef(0)

  const load = useCallback(async (wanted: MemoryFilter, first: number): Promise<void> => {
    const run = ++latest.current
    const head = await call('memory.list', listInput(wanted, 0, first))
    if (run !== latest.current) return
    if (!head.ok) {
      setState((before) => ({ ...before, loading: false, complete: true, error: head.error }))
      return
    }
    const complete = head.value.length < first
    setState({ facts: head.value, loading: false, complete, error: null })
    if (complete) return
    const rest = await call('memory.list', listInput(wanted, first, ALL))
    if (run !== latest.current) return
    if (rest.ok) setState({ facts: [...head.value, ...rest.value], loading: false, complete: true, error: null })
    else setState((before) => ({ ...before, complete: true, error: rest.error }))
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => void load(filter, FIRST), filter.search === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [filter, load])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe('data.changed', ({ what }) => {
      if (what !== 'facts') return
      clearTimeout(timer)
      timer = setTimeout(() => void load(filter, ALL), SETTLE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [filter, load])

  const reload = useCallback(() => void load(filter, ALL), [filter, load])
  return { ...state, reload }
}
