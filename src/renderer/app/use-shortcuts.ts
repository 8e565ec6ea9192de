import { useCallback, useEffect, useRef, useState } from 'react'
import { newConversation } from './rail/new-conversation.ts'
import { focusSearch } from './rail/search-focus.ts'

interface ShortcutActions {
  readonly toggleRail: () => void
  readonly showRail: () => void
}

/** Ctrl/Cmd with K palette, N new conversation, F search, B rail. @returns the palette's state. */
export function useShortcuts(actions: ShortcutActions): { readonly open: boolean; readonly close: () => void } {
  const [open, setOpen] = useState(false)
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
      const run = {
        k: () => setOpen((shown) => !shown),
        n: () => void newConversation(false),
        f: () => {
          latest.current.showRail()
          focusSearch()
        },
        b: () => latest.current.toggleRail()
      }[event.key.toLowerCase()]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return { open, close: useCallback(() => setOpen(false), []) }
}
