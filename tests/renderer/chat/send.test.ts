import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HearthBridge } from '../../../src/shared/ipc/bridge.ts'
import { useRouter } from '../../../src/renderer/app/router.ts'
import { ensureConversation } from '../../../src/renderer/features/chat/send.ts'

let created = 0
let finish: (() => void)[] = []

/** The bridge as a slow core: `conversations.create` answers when the test says so. */
const bridge: HearthBridge = {
  invoke: async (route) => {
    if (route !== 'conversations.create') return { ok: false, error: { code: 'UNKNOWN_ROUTE', message: route } }
    created += 1
    const conversationId = `conv_${created}`
    await new Promise<void>((resolve) => finish.push(resolve))
    return JSON.parse(JSON.stringify({ ok: true, value: { conversationId } }))
  },
  on: () => () => {}
}

beforeEach(() => {
  created = 0
  finish = []
  vi.stubGlobal('window', { hearth: bridge })
  useRouter.getState().openConversation(null)
})

describe('a new conversation', () => {
  it('is made once, also when its draft is saved while the message is sent', async () => {
    const [draft, message] = [ensureConversation(null), ensureConversation(null)]
    await vi.waitFor(() => expect(finish).toHaveLength(1))
    for (const each of finish) each()
    expect(await Promise.all([draft, message])).toEqual(['conv_1', 'conv_1'])
    expect(useRouter.getState().conversationId).toBe('conv_1')
  })

  it('does not take the place of another one that was opened meanwhile', async () => {
    const made = ensureConversation(null)
    await vi.waitFor(() => expect(finish).toHaveLength(1))
    useRouter.getState().openConversation('other')
    for (const each of finish) each()
    expect(await made).toBe('conv_1')
    expect(useRouter.getState().conversationId).toBe('other')
  })

  it('is another one after the next visit', async () => {
    const first = ensureConversation(null)
    await vi.waitFor(() => expect(finish).toHaveLength(1))
    useRouter.getState().openConversation(null)
    const second = ensureConversation(null)
    await vi.waitFor(() => expect(finish).toHaveLength(2))
    for (const each of finish) each()
    expect(await first).not.toBe(await second)
  })
})
