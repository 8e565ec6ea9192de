import { useCallback, useEffect, useRef, useState } from 'react'
import type { ErrorData } from '../../../shared/model/errors.ts'
import type { Fact } from '../../../shared/model/memory.ts'
import { call, subscribe } from '../../bridge/call.ts'
import { listInput, type MemoryFilter } from './memory-filter.ts'

/** Enough for the first screens; more follows as the person scrolls. */
const STEP = 200
const ALL = 100_000
const TYPING_MS = 90
const SETTLE_MS = 250

interface State {
  /** The first facts of the list. */
  readonly facts: readonly Fact[]
  /** True until the first answer for the first filter. */
  readonly loading: boolean
  /** False while the list goes on beyond what was read. */
  readonly complete: boolean
  readonly error: ErrorData | null
}

export interface FactsAnswer extends State {
  /** Reads what is shown again. */
  readonly reload: () => void
  /** Reads some more; does nothing while it already does or when there is no more. */
  readonly more: () => void
  /** Reads the whole list. @returns its facts. */
  readonly all: () => Promise<readonly Fact[]>
}

const atFirst: State = { facts: [], loading: true, complete: false, error: null }

/**
 * The facts that fit a filter, read in parts and asked again when facts change. What is shown stays until the new answer is there, so that
 * nothing jumps.
 */
export function useFacts(filter: MemoryFilter): FactsAnswer {
  const [state, setState] = useState(atFirst)
  const latest = useRef(0)
  const reading = useRef(false)
  const shown = useRef(state)
  shown.current = state

  /** Puts `count` facts from `offset` on behind those before them. An answer that comes too late is dropped. */
  const read = useCallback(async (wanted: MemoryFilter, offset: number, count: number): Promise<readonly Fact[]> => {
    const run = ++latest.current
    reading.current = true
    const result = await call('memory.list', listInput(wanted, offset, count, Date.now()))
    if (run !== latest.current) return []
    reading.current = false
    if (!result.ok) {
      setState((before) => ({ ...before, loading: false, complete: true, error: result.error }))
      return []
    }
    const facts = [...shown.current.facts.slice(0, offset), ...result.value]
    setState({ facts, loading: false, complete: result.value.length < count, error: null })
    return facts
  }, [])

  const reload = useCallback(() => void read(filter, 0, Math.max(STEP, shown.current.facts.length + 1)), [filter, read])
  const more = useCallback(() => {
    if (!reading.current && !shown.current.complete) void read(filter, shown.current.facts.length, STEP)
  }, [filter, read])
  const all = useCallback(async () => (shown.current.complete ? shown.current.facts : read(filter, 0, ALL)), [filter, read])

  useEffect(() => {
    const timer = setTimeout(() => void read(filter, 0, STEP), filter.search === '' ? 0 : TYPING_MS)
    return () => clearTimeout(timer)
  }, [filter, read])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe('data.changed', ({ what }) => {
      if (what !== 'facts') return
      clearTimeout(timer)
      timer = setTimeout(reload, SETTLE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [reload])

  return { ...state, reload, more, all }
}
