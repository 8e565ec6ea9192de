import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHeadless, temporaryProfile, useServer, type Headless } from '../support/headless.ts'
import { startScriptedServer, text, toolCall, type ScriptedServer } from '../support/scripted-server/index.ts'

// HEARTH_NOW and HEARTH_SEED make a script repeatable; keys stay the system's own.

let server: ScriptedServer

beforeEach(async () => {
  server = await startScriptedServer()
})

afterEach(() => server.close())

const ENV = { HEARTH_NOW: '2026-03-04T05:06:07.089Z', HEARTH_SEED: 'a seed', TZ: 'UTC' }

interface Run {
  readonly bodies: readonly string[]
  readonly ids: readonly string[]
  readonly times: readonly string[]
  readonly factIds: readonly string[]
}

async function embedded(app: Headless): Promise<void> {
  await expect
    .poll(async () => (await app.call('app.status', {})).embedder, { timeout: 20_000 })
    .toMatchObject({ state: 'ready', pending: 0 })
}

/** One script on a fresh profile, with a restart in the middle. */
async function run(): Promise<Run> {
  server.reset()
  const profile = temporaryProfile()
  let app = startHeadless({ profileDir: profile.dir, env: ENV })
  try {
    await useServer(app, server.baseUrl)
    const { factId } = await app.call('memory.add', { text: 'My kayak is turquoise' })
    const { factId: second } = await app.call('memory.add', { text: '我喜欢蓝色', createdAt: '2026-01-01T00:00:00Z' })
    await embedded(app)
    const { conversationId } = await app.call('conversations.create', {})
    server.enqueue(toolCall('calculator', { expr: '6*7' }, { id: 'c1' }), text('It is 42 and turquoise.'))
    await app.turn({ conversationId, text: 'What colour is my kayak, and what is 6*7?' })
    await app.close()
    app = startHeadless({ profileDir: profile.dir, env: ENV })
    await app.call('memory.recall', { query: 'warm up' })
    await embedded(app)
    server.otherwise(text('ok'))
    await app.turn({ conversationId, text: '我喜欢什么颜色？' })
    const other = await app.call('conversations.create', {})
    await app.turn({ conversationId: other.conversationId, text: '记住：我叫小明' })
    const messages = [
      ...(await app.call('messages.list', { conversationId })),
      ...(await app.call('messages.list', { conversationId: other.conversationId }))
    ]
    const facts = await app.call('memory.list', {})
    const receipts = await app.call('privacy.receipts', {})
    return {
      bodies: server.chats.map((chat) => chat.raw),
      ids: [
        conversationId,
        other.conversationId,
        ...messages.flatMap((message) => [message.messageId, message.turnId ?? '']),
        ...receipts.map((receipt) => receipt.receiptId)
      ],
      times: [
        ...messages.map((message) => message.createdAt),
        ...facts.map((fact) => fact.createdAt),
        ...receipts.map((receipt) => receipt.at)
      ],
      factIds: [factId, second, ...facts.map((fact) => fact.factId)]
    }
  } finally {
    await app.close()
    profile.remove()
  }
}

describe('a fixed clock and a seed', () => {
  test('two runs of one script on fresh profiles: the same ids and the very same request bodies, without fact ids in them', async () => {
    const one = await run()
    const two = await run()
    expect(two.ids).toEqual(one.ids)
    expect(new Set(one.ids.filter((id) => id !== '')).size).toBeGreaterThan(12)
    expect(one.bodies).toHaveLength(4)
    expect(two.bodies).toEqual(one.bodies)
    expect(one.bodies.join('')).toContain('turquoise')
    expect(one.bodies.join('')).toContain('Wednesday, 4 March 2026')
    expect(one.bodies.join('')).toContain('2026年3月4日')
    expect(new Set(one.times)).toEqual(new Set(['2026-03-04T05:06:07.089Z', '2026-01-01T00:00:00.000Z']))
    // Fact ids are keyed by the profile.
    expect(one.factIds.some((id) => two.factIds.includes(id))).toBe(false)
    for (const body of [...one.bodies, ...two.bodies]) expect(body).not.toMatch(/fact_[0-9a-f]/)
  })
})
