import { expect, test } from 'vitest'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { testProfile } from '../unit/db/support.ts'

// Who had chosen tools before there was `memory_search` finds it switched on exactly when the other tool that reads memory is.

test.each([
  [
    ['calculator', 'recall_memory'],
    ['calculator', 'recall_memory', 'memory_search']
  ],
  [['calculator'], ['calculator']]
])('tools %j become %j', (before, after) => {
  const profile = testProfile()
  const old = profile.open({ migrations: migrations.slice(0, 3) })
  const value = JSON.stringify({ enabled: before, geocodingUrl: 'https://a.test/', forecastUrl: 'https://b.test/' })
  old.db.prepare("insert into settings(name, value) values ('settings.tools', ?)").run(value)
  old.close()
  const { db } = profile.open()
  const stored = db.prepare("select value from settings where name = 'settings.tools'").pluck().get() as string
  expect(JSON.parse(stored)).toEqual({ enabled: after, geocodingUrl: 'https://a.test/', forecastUrl: 'https://b.test/' })
})
