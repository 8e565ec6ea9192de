import { create } from 'zustand'

interface DrawerState {
  readonly open: boolean
  /** The turn whose details are shown; null shows the newest of the conversation. */
  readonly turnId: string | null
  readonly setOpen: (open: boolean) => void
  readonly showTurn: (turnId: string) => void
}

/** The right drawer: closed by default, one turn at a time. */
export const useDrawer = create<DrawerState>((set) => ({
  open: false,
  turnId: null,
  setOpen: (open) => set({ open }),
  showTurn: (turnId) => set({ open: true, turnId })
}))
