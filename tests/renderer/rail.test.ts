import { describe, expect, it } from 'vitest'
import { groupByDay } from '../../src/renderer/app/rail/group-by-day.ts'
import { markTerms } from '../../src/renderer/app/rail/mark-terms.ts'
import { destinationKind } from '../../src/renderer/app/title-bar/destination.ts'
import { leftSummary } from '../../src/renderer/features/chat/left-summary.ts'
import type { Conversation } from '../../src/shared/model/conversation.ts'
import type { Receipt } from '../../src/shared/model/receipt.ts'

const now = new Date(2026, 10, 30, 12).getTime()

function conversation(conversationId: string, updatedAt: Date, messageCount = 2): Conversation {
  const at = updatedAt.toISOString()
  return { conversationId, title: conversationId, projectId: null, temporary: false, createdAt: at, updatedAt: at, messageCount }
}

describe('the list of conversations', () => {
  it('groups by calendar day, newest first, and gathers what is old', () => {
    const groups = groupByDay(
      [
        conversation('old', new Date(2026, 7, 1)),
        conversation('late', new Date(2026, 10, 29, 23, 59)),
        conversation('morning', new Date(2026, 10, 30, 0, 1)),
        conversation('noon', new Date(2026, 10, 30, 11))
      ],
      now,
      null
    )
    expect(groups.map((group) => [group.key, group.conversations.map((each) => each.conversationId)])).toEqual([
      ['0', ['noon', 'morning']],
      ['1', ['late']],
      ['older', ['old']]
    ])
  })

  it('leaves out empty ones unless they are open, and puts a clock that runs ahead under today', () => {
    const empty = conversation('empty', new Date(now), 0)
    expect(groupByDay([empty], now, null)).toEqual([])
    expect(groupByDay([empty], now, 'empty')).toHaveLength(1)
    expect(groupByDay([conversation('ahead', new Date(2026, 11, 2))], now, null)[0]?.key).toBe('0')
  })
})

describe('the words of a search', () => {
  it.each(['C++', '(', '*', '[a', 'a|b', '\\'])('%s are marked as they are, and nothing of the snippet is lost', (query) => {
    const snippet = `before ${query} after`
    const parts = markTerms(snippet, query)
    expect(parts.map((part) => part.text).join('')).toBe(snippet)
    expect(parts.filter((part) => part.marked).map((part) => part.text)).toEqual([query])
  })

  it('are found whatever their case', () => {
    expect(markTerms('Blue blue', 'BLUE').filter((part) => part.marked)).toHaveLength(2)
  })
})

describe('where words go', () => {
  it.each([
    [{ provider: null, destination: 'local', offline: false }, 'none'],
    [{ provider: 'o', destination: 'local', offline: true }, 'local'],
    [{ provider: 'd', destination: 'remote', offline: false }, 'remote'],
    [{ provider: 'd', destination: 'remote', offline: true }, 'offline']
  ] as const)('%j is %s', (status, kind) => {
    expect(destinationKind(status)).toBe(kind)
  })
})

describe('what left in a turn', () => {
  const receipt: Receipt = {
    receiptId: 'r',
    at: '2026-11-30T10:00:00Z',
    conversationId: 'c',
    turnId: 't',
    host: 'api.deepseek.com',
    method: 'POST',
    path: '/',
    purpose: 'chat',
    destination: 'remote',
    bytes: 600,
    factIds: [],
    masked: [{ kind: 'phone', count: 2 }],
    headers: {},
    body: '',
    outcome: 'sent',
    status: 200
  }

  it('adds up requests to other machines and names each host once', () => {
    expect(leftSummary([receipt, { ...receipt, outcome: 'failed' }])).toEqual({ bytes: 1_200, hosts: ['api.deepseek.com'], masked: 4 })
  })

  it('is nothing when requests stayed here or were held back', () => {
    expect(
      leftSummary([
        { ...receipt, destination: 'local' },
        { ...receipt, outcome: 'blocked' }
      ])
    ).toBeNull()
  })
})
