import { describe, expect, test, vi } from 'vitest'
import { createClock } from '../../../src/core/kernel/clock.ts'
import { randomIds } from '../../../src/core/kernel/ids.ts'
import { createReceiptStore } from '../../../src/core/privacy/receipts.ts'
import { receiptSchema } from '../../../src/shared/model/receipt.ts'
import { openTestDatabase } from './support.ts'
import type { ReceiptDraft } from '../../../src/core/privacy/receipts.ts'

const draft: ReceiptDraft = {
  conversationId: 'conversation_1',
  turnId: 'turn_1',
  host: 'api.example.test',
  method: 'POST',
  path: '/v1/chat/completions',
  purpose: 'chat',
  destination: 'remote',
  bytes: 2,
  factIds: ['fact_1', 'fact_2'],
  masked: [{ kind: 'phone', count: 1 }],
  headers: { accept: '*/*' },
  body: '{}',
  outcome: 'sent'
}

function openStore() {
  const db = openTestDatabase()
  const onChange = vi.fn<() => void>()
  const clock = createClock('2026-11-30T10:00:00Z')
  return { db, onChange, store: createReceiptStore({ db, ids: randomIds(), clock, onChange }) }
}

describe('receipts', () => {
  test('come back as they were given, in the shape of the contract', () => {
    const { store } = openStore()
    const receiptId = store.begin(draft)
    const [receipt] = store.list()
    expect(receipt).toEqual({ ...draft, receiptId, at: '2026-11-30T10:00:00.000Z', status: null })
    expect(receiptSchema.strict().parse(receipt)).toEqual(receipt)
  })

  test('are finished with outcome and status', () => {
    const { store } = openStore()
    const [one, two] = [store.begin(draft), store.begin(draft)]
    store.finish(one, { outcome: 'sent', status: 429 })
    store.finish(two, { outcome: 'failed', status: null })
    expect(store.list().map(({ receiptId, outcome, status }) => [receiptId, outcome, status])).toEqual([
      [two, 'failed', null],
      [one, 'sent', 429]
    ])
  })

  test('are listed newest first, by conversation, by turn, and up to a limit', () => {
    const { store } = openStore()
    const first = store.begin(draft)
    const second = store.begin({ ...draft, conversationId: 'conversation_2', turnId: null })
    const third = store.begin({ ...draft, turnId: 'turn_2' })
    const ids = (filter: Parameters<typeof store.list>[0]) => store.list(filter).map(({ receiptId }) => receiptId)
    expect(ids({})).toEqual([third, second, first])
    expect(ids({ conversationId: 'conversation_1' })).toEqual([third, first])
    expect(ids({ conversationId: 'conversation_1', turnId: 'turn_1' })).toEqual([first])
    expect(ids({ limit: 2 })).toEqual([third, second])
  })

  test('never keep the key, whatever the caller passes', () => {
    const { store, db } = openStore()
    store.begin({
      ...draft,
      headers: { Authorization: 'Bearer planted', authorization: 'planted', 'Proxy-Authorization': 'planted', accept: 'a' }
    })
    expect(store.list()[0]?.headers).toEqual({ accept: 'a' })
    expect(JSON.stringify(db.prepare('select * from receipts').all())).not.toContain('planted')
  })

  test('keep a body of two million characters whole, and head and tail of a longer one', () => {
    const { store } = openStore()
    store.begin({ ...draft, body: `a${'中'.repeat(1_999_998)}z` })
    expect(store.list()[0]?.body).toHaveLength(2_000_000)
    store.begin({ ...draft, body: `a${'🎉'.repeat(1_500_000)}z` })
    const body = store.list()[0]?.body ?? ''
    expect(body).toMatch(/^a🎉.+\n\[… 1000002 characters are not stored …\]\n.+🎉z$/su)
    expect(body.length).toBeLessThan(2_000_100)
    expect(body.isWellFormed()).toBe(true)
  })

  test('say that they changed', () => {
    const { store, onChange } = openStore()
    const id = store.begin(draft)
    store.finish(id, { outcome: 'sent', status: 200 })
    expect(onChange).toHaveBeenCalledTimes(2)
    store.redact(['nothing like it'])
    expect(onChange).toHaveBeenCalledTimes(2)
    store.redact([], ['fact_1'])
    expect(onChange).toHaveBeenCalledTimes(3)
  })
})

describe('forgetting', () => {
  const secret = '我在"老地方"\n\\ 藏了 $& 钥匙'
  const escaped = JSON.stringify(secret).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

  const bodies = {
    'a message': JSON.stringify({ messages: [{ content: `知道：${secret}。` }, { content: secret }] }),
    'tool arguments': JSON.stringify({ arguments: JSON.stringify({ fact: secret }) }),
    'ASCII escapes': `{"content":${escaped}}`,
    'ASCII escapes in tool arguments': JSON.stringify({ arguments: `{"fact":${escaped}}` }),
    'a form': `q=${encodeURIComponent(secret)}&x=1`
  }

  test.each(Object.entries(bodies))('takes a text out of %s', (_name, body) => {
    const { store, db } = openStore()
    store.begin({ ...draft, body })
    store.begin(draft)
    const before = store.list()[0]?.body
    expect(store.redact([secret])).toBe(1)
    const stored = JSON.stringify(db.prepare('select * from receipts').all())
    for (const piece of ['老地方', '钥匙', '8001', encodeURIComponent('钥匙')]) expect(stored).not.toContain(piece)
    const [untouched, changed] = store.list()
    expect(untouched?.body).toBe(before)
    expect(changed?.body).toContain('[forgotten]')
    if (body.startsWith('{')) expect(() => void JSON.parse(changed?.body ?? '')).not.toThrow()
  })

  test('takes a text out of an address, with either kind of space', () => {
    const { store } = openStore()
    store.begin({ ...draft, path: '/?q=my%20old%20place' })
    store.begin({ ...draft, path: '/?q=my+old+place' })
    expect(store.redact(['my old place'])).toBe(2)
    expect(store.list().map(({ path }) => path)).toEqual(['/?q=[forgotten]', '/?q=[forgotten]'])
  })

  test('takes the longer of two texts first, and ignores empty ones', () => {
    const { store } = openStore()
    store.begin({ ...draft, body: '"my old place by the river"' })
    expect(store.redact(['', ' ', 'my old place', 'my old place by the river'])).toBe(1)
    expect(store.list()[0]?.body).toBe('"[forgotten]"')
  })

  test('takes the fact off every receipt', () => {
    const { store } = openStore()
    store.begin(draft)
    expect(store.redact([], ['fact_1', 'fact_9'])).toBe(1)
    expect(store.list()[0]?.factIds).toEqual(['fact_2'])
    expect(store.redact([], ['fact_1'])).toBe(0)
  })
})
