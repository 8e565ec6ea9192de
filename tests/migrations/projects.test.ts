import { expect, test } from 'vitest'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { testProfile } from '../unit/db/support.ts'

test('projects that only had an id become projects of that name, from their first to their last mention', () => {
  const profile = testProfile()
  const old = profile.open({ migrations: migrations.slice(0, 3) })
  const conversation = old.db.prepare('insert into conversations(id, title, project_id, created_at, updated_at) values (?, ?, ?, ?, 9)')
  conversation.run('c1', 'one', 'house', 5)
  conversation.run('c2', 'two', 'house', 3)
  conversation.run('c3', 'none', null, 1)
  old.close()
  const { db } = profile.open()
  expect(db.prepare('select * from projects').all()).toEqual([
    { id: 'house', name: 'house', created_at: 3, updated_at: 5, deletion_id: null }
  ])
})
