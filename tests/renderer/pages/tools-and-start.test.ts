import { describe, expect, test } from 'vitest'
import { damageKind, failureKind, lastCounts } from '../../../src/renderer/features/start/failure.ts'
import { lengthAdvice } from '../../../src/renderer/features/start/passphrase-advice.ts'
import { argumentsOf, withSwitch } from '../../../src/renderer/features/tools/tool-arguments.ts'

describe('the arguments of a tool', () => {
  test('are read from its schema in their order', () => {
    const schema = {
      type: 'object',
      properties: {
        place: { type: 'string', description: 'Name of the place' },
        unit: { enum: ['c', 'f'] },
        days: { type: ['integer', 'null'] }
      },
      required: ['place']
    }
    expect(argumentsOf(schema)).toEqual([
      { name: 'place', type: 'string', description: 'Name of the place', required: true },
      { name: 'unit', type: 'c | f', description: '', required: false },
      { name: 'days', type: 'integer | null', description: '', required: false }
    ])
  })

  test.each([null, 'x', [], {}, { properties: 3 }, { properties: { a: 'odd' } }])('are none for the schema %j', (schema) => {
    expect(argumentsOf(schema)).toEqual([])
  })
})

describe('switching a tool', () => {
  test('adds or takes away this one and leaves the others, unknown ones included', () => {
    expect(withSwitch(['recall_memory', 'unknown'], 'calculator', true)).toEqual(['calculator', 'recall_memory', 'unknown'])
    expect(withSwitch(['calculator', 'unknown'], 'calculator', false)).toEqual(['unknown'])
    expect(withSwitch(['calculator'], 'calculator', true)).toEqual(['calculator'])
  })
})

describe('a start that failed', () => {
  test.each([
    ['DB_NEWER', 'newer'],
    ['DB_DAMAGED', 'damaged'],
    ['PROFILE_LOCKED', 'locked'],
    ['PROFILE_KEY', 'key'],
    ['DISK_FULL', 'full'],
    ['INTERNAL', 'other']
  ] as const)('by %s is told as %s', (code, kind) => {
    expect(failureKind({ code, message: '' })).toBe(kind)
  })

  test('without a reason is still told', () => {
    expect(failureKind(null)).toBe('other')
  })
})

describe('advice on a passphrase', () => {
  test.each([
    ['', 'short'],
    ['password12345', 'short'],
    ['correct horse', 'short'],
    ['correct horse b', 'fair'],
    ['correct horse battery staple', 'good'],
    ['山有木兮木有枝', 'fair'],
    ['山有木兮木有枝心悦君兮', 'good']
  ] as const)('for %j is %s', (passphrase, advice) => {
    expect(lengthAdvice(passphrase)).toBe(advice)
  })
})

describe('a damaged database', () => {
  test.each([
    ['missing', 'gone'],
    ['empty', 'gone'],
    ['swapped', 'other'],
    ['older', 'other'],
    ['rows-missing', 'other'],
    ['unreadable', 'broken'],
    ['check-failed', 'broken'],
    ['no-sentinel', 'broken'],
    ['something new', 'broken']
  ] as const)('by the reason %s is told as %s', (reason, kind) => {
    expect(damageKind({ code: 'DB_DAMAGED', message: '', data: { reason } })).toBe(kind)
  })

  test('tells what it last held only when all of it is known', () => {
    const data = { reason: 'empty', facts: 3, conversations: 2, messages: 9 }
    expect(lastCounts({ code: 'DB_DAMAGED', message: '', data })).toEqual({ facts: 3, conversations: 2, messages: 9 })
    expect(lastCounts({ code: 'DB_DAMAGED', message: '', data: { reason: 'empty', facts: 3 } })).toBeNull()
    expect(lastCounts(null)).toBeNull()
  })
})
