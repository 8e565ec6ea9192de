import { useEffect, useRef } from 'react'
import { create } from 'zustand'

interface ComposerRequest {
  readonly text: string | null
  readonly ask: (text: string | null) => void
}

const useStore = create<ComposerRequest>((set) => ({ text: null, ask: (text) => set({ text }) }))

/** Puts a text into the composer for the person to finish and send. */
export function fillComposer(text: string): void {
  useStore.getState().ask(text)
}

/** The composer's side of `fillComposer`. */
export function useComposerRequest(take: (text: string) => void): void {
  const text = useStore((state) => state.text)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (text === null) return
    useStore.getState().ask(null)
    latest.current(text)
  }, [text])
}
