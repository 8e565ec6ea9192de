import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createSettingsStore } from '../../../src/core/db/settings-store.ts'
import { transaction } from '../../../src/core/db/database.ts'
import { failureOf, recordingLogger, testProfile } from './support.ts'

test('any JSON value comes back as it was, also after a restart', () => {
  const profile = testProfile()
  const { db, close } = profile.open()
  const store = createSettingsStore(db)
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.jsonValue(), (name, value) => {
      store.set(name, value)
      expect(store.get(name, z.unknown(), 'fallback')).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 100 }
  )
  store.set('kept', { a: [1] })
  close()
  expect(createSettingsStore(profile.open().db).get('kept', z.object({ a: z.array(z.number()) }), { a: [] })).toEqual({ a: [1] })
})

test('an unknown name gives the fallback; a value that JSON cannot hold is refused', () => {
  const store = createSettingsStore(testProfile().open().db)
  expect(store.get('none', z.number(), 7)).toBe(7)
  expect(failureOf(() => store.set('none', undefined)).code).toBe('INVALID_INPUT')
})

test('a value that no longer fits gives the fallback, is reported once without its content, and is kept when a new one is set', () => {
  const { db } = testProfile().open()
  const logger = recordingLogger()
  const store = createSettingsStore(db, logger)
  store.set('theme', { secret: 'purple' })
  db.prepare("insert into settings values ('broken', '{half')").run()
  expect(store.get('theme', z.string(), 'light')).toBe('light')
  expect(store.get('theme', z.string(), 'light')).toBe('light')
  expect(store.get('broken', z.string(), 'light')).toBe('light')
  expect(logger.lines).toEqual([
    { event: 'setting-unreadable', fields: { name: 'theme' } },
    { event: 'setting-unreadable', fields: { name: 'broken' } }
  ])
  store.set('theme', 'dark')
  store.set('theme', 'light')
  expect(store.get('theme', z.string(), '')).toBe('light')
  expect(store.get('unread:theme', z.unknown(), null)).toEqual({ secret: 'purple' })
})

test('joins the transaction it is called in', () => {
  const { db } = testProfile().open()
  const store = createSettingsStore(db)
  expect(() =>
    transaction(db, () => {
      store.set('counter', 1)
      throw new Error('no')
    })
  ).toThrow('no')
  expect(store.get('counter', z.number(), 0)).toBe(0)
})
