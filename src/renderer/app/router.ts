import { create } from 'zustand'

export const PAGES = ['chat', 'memory', 'receipts', 'models', 'tools', 'data', 'settings'] as const
export type PageName = (typeof PAGES)[number]

interface Place {
  readonly page: PageName
  /** The conversation of the chat page; null is a new one that nothing was written in yet. */
  readonly conversationId: string | null
  /** A message that the transcript should bring into view, once. */
  readonly messageId: string | null
  /** A fact that the memory page should open. */
  readonly factId: string | null
  /** A receipt that the receipts page should open. */
  readonly receiptId: string | null
  /** Grows with every conversation that is opened, not when a new one gets its identifier: the composer lives as long as this number. */
  readonly visit: number
}

interface Router extends Place {
  readonly openPage: (page: PageName) => void
  readonly openConversation: (conversationId: string | null, messageId?: string) => void
  readonly openFact: (factId: string) => void
  readonly openReceipt: (receiptId: string) => void
  /** Gives the new conversation that is shown its identifier, without leaving it; nothing when another one is open by now. */
  readonly nameConversation: (conversationId: string) => void
}

const noTarget = { messageId: null, factId: null, receiptId: null } as const

/** Where the window is. A small store instead of addresses: the window never navigates. */
export const useRouter = create<Router>((set) => ({
  page: 'chat',
  conversationId: null,
  visit: 0,
  ...noTarget,
  openPage: (page) => set({ page, ...noTarget }),
  openConversation: (conversationId, messageId) =>
    set((state) => {
      const same = conversationId !== null && conversationId === state.conversationId
      return { page: 'chat', conversationId, visit: same ? state.visit : state.visit + 1, ...noTarget, messageId: messageId ?? null }
    }),
  openFact: (factId) => set({ page: 'memory', ...noTarget, factId }),
  openReceipt: (receiptId) => set({ page: 'receipts', ...noTarget, receiptId }),
  nameConversation: (conversationId) => set((state) => (state.conversationId === null ? { conversationId } : state))
}))
