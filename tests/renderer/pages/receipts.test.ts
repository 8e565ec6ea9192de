import { describe, expect, test } from 'vitest'
import { prettyJson } from '../../../src/renderer/features/receipts/pretty-json.ts'
import { carried, dayOf, daysOf, totalsOf } from '../../../src/renderer/features/receipts/receipt-days.ts'
import { filterReceipts } from '../../../src/renderer/features/receipts/receipt-filter.ts'
import { rowsOf } from '../../../src/renderer/features/receipts/receipt-rows.ts'
import { receiptsText } from '../../../src/renderer/i18n/pages/receipts-text.ts'
import type { Receipt } from '../../../src/shared/model/receipt.ts'

const base: Receipt = {
  receiptId: 'r',
  at: new Date(2026, 4, 3, 12).toISOString(),
  conversationId: null,
  turnId: null,
  host: 'api.example.com',
  method: 'POST',
  path: '/chat/completions',
  purpose: 'chat',
  destination: 'remote',
  bytes: 100,
  factIds: [],
  masked: [],
  headers: {},
  body: '',
  outcome: 'sent',
  status: 200
}
const receipt = (part: Partial<Receipt>): Receipt => ({ ...base, ...part })
const local = (...date: [number, number, number, number, number]): string => new Date(...date).toISOString()

describe('receipts by day', () => {
  const late = receipt({ receiptId: 'late', at: local(2026, 4, 3, 23, 59) })
  const early = receipt({ receiptId: 'early', at: local(2026, 4, 3, 0, 0) })
  const before = receipt({ receiptId: 'before', at: local(2026, 4, 2, 23, 59) })

  test('belong to the day on the clock of this machine, newest first', () => {
    const days = daysOf([before, early, late])
    expect(days.map(({ day }) => day)).toEqual(['2026-05-03', '2026-05-02'])
    expect(days[0]?.receipts.map(({ receiptId }) => receiptId)).toEqual(['late', 'early'])
    expect(dayOf(before.at)).toBe('2026-05-02')
  })

  test('come as one list of headings and lines', () => {
    expect(rowsOf(daysOf([before, early, late])).map((row) => (row.kind === 'day' ? row.day.day : row.receipt.receiptId))).toEqual([
      '2026-05-03',
      'late',
      'early',
      '2026-05-02',
      'before'
    ])
  })
})

describe('what left', () => {
  const receipts = [
    receipt({ host: 'a.example', bytes: 10 }),
    receipt({ host: 'b.example', bytes: 25 }),
    receipt({ host: 'a.example', bytes: 5, outcome: 'failed', status: null }),
    receipt({ host: 'a.example', bytes: 1_000, outcome: 'blocked', status: null }),
    receipt({ host: '127.0.0.1:11434', bytes: 1_000, destination: 'local' })
  ]

  test('is summed per host, largest first, and an unanswered request counts', () => {
    expect(totalsOf(receipts)).toEqual([
      { host: 'b.example', bytes: 25, requests: 1 },
      { host: 'a.example', bytes: 15, requests: 2 }
    ])
  })

  test('holds neither what was blocked nor what stayed, which are counted apart', () => {
    const [day] = daysOf(receipts)
    expect(day).toMatchObject({ localRequests: 1, blockedRequests: 1 })
  })

  test('is measured by the address where a request has no body', () => {
    expect(carried(receipt({ bytes: 0, path: '/v1/search?name=%E6%9D%AD' }))).toBe(25)
    expect(carried(receipt({ bytes: 0, path: '/杭' }))).toBe(4)
    expect(carried(receipt({ bytes: 7 }))).toBe(7)
    expect(carried(receipt({ bytes: 0, outcome: 'blocked' }))).toBe(0)
  })

  test('is nothing when everything was held back', () => {
    expect(totalsOf([receipt({ outcome: 'blocked' })])).toEqual([])
  })
})

describe('searching receipts', () => {
  const chat = receipt({ receiptId: 'chat', body: '{"content":"我喜欢\\u84dd色"}' })
  const tool = receipt({ receiptId: 'tool', host: 'api.open-meteo.com', purpose: 'tool', path: '/v1/forecast' })
  const here = receipt({ receiptId: 'here', destination: 'local', host: '127.0.0.1:11434' })
  const held = receipt({ receiptId: 'held', outcome: 'blocked' })
  const all = [chat, tool, here, held]
  const found = (search: string, shown: 'all' | 'remote' | 'local' | 'blocked' = 'all'): string[] =>
    filterReceipts(all, { search, shown }, receiptsText.zh.purpose).map(({ receiptId }) => receiptId)

  test('reads escaped letters as the letters they stand for', () => {
    expect(found('蓝色')).toEqual(['chat'])
  })

  test('finds by host, path and the purpose in words, whatever the case and width', () => {
    expect(found('OPEN-METEO')).toEqual(['tool'])
    expect(found('ｆｏｒｅｃａｓｔ')).toEqual(['tool'])
    expect(found('工具')).toEqual(['tool'])
  })

  test('wants every word', () => {
    expect(found('open-meteo 工具')).toEqual(['tool'])
    expect(found('open-meteo 对话')).toEqual([])
  })

  test('shows one kind only', () => {
    expect(found('', 'remote')).toEqual(['chat', 'tool'])
    expect(found('', 'local')).toEqual(['here'])
    expect(found('', 'blocked')).toEqual(['held'])
  })
})

describe('a body made readable', () => {
  const body = String.raw`{"a":12345678901234567890,"b":"\u84dd {\"x\": [1,2]}","c":[],"d":{ },"e":[1,{"f":null}]}`

  test('keeps every character that is not white space between values', () => {
    const squeezed = (text: string): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, inner?: string) => inner ?? '')
    expect(squeezed(prettyJson(body))).toBe(squeezed(body))
  })

  test('breaks lines and indents', () => {
    expect(prettyJson('{"a":[1,{"b":"x, y"}],"c":{}}')).toBe('{\n  "a": [\n    1,\n    {\n      "b": "x, y"\n    }\n  ],\n  "c": {}\n}')
  })

  test('knows a quote inside a text from its end', () => {
    expect(prettyJson(String.raw`{"a":"one \" quote, [and] more"}`)).toBe('{\n  "a": "one \\" quote, [and] more"\n}')
  })

  test('is left alone when it is no JSON', () => {
    expect(prettyJson('{"a":')).toBe('{"a":')
    expect(prettyJson('')).toBe('')
  })
})
