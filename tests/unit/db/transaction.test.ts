import { expect, test } from 'vitest'
import { transaction } from '../../../src/core/db/database.ts'
import { statement } from '../../../src/core/db/statements.ts'
import { testProfile } from './support.ts'
import type { Db } from '../../../src/core/db/database.ts'

const add = (db: Db, name: string) => statement(db, 'insert into settings (name, value) values (?, 1)').run(name)
const names = (db: Db) => db.prepare('select name from settings order by name').pluck().all()
const fail = () => {
  throw new Error('no')
}

test('gives the result and stores all of it', () => {
  const { db } = testProfile().open()
  expect(transaction(db, () => (add(db, 'a'), add(db, 'b'), 42))).toBe(42)
  expect(names(db)).toEqual(['a', 'b'])
  expect(db.inTransaction).toBe(false)
})

test('a failure undoes everything and comes through', () => {
  const { db } = testProfile().open()
  expect(() => transaction(db, () => (add(db, 'a'), fail()))).toThrow('no')
  expect(names(db)).toEqual([])
  transaction(db, () => add(db, 'after'))
  expect(names(db)).toEqual(['after'])
})

test('a call inside joins: nothing is stored before the outer one ends', () => {
  const { db } = testProfile().open()
  expect(() =>
    transaction(db, () => {
      transaction(db, () => add(db, 'inner'))
      fail()
    })
  ).toThrow('no')
  expect(names(db)).toEqual([])
})

test('a failure inside that was caught still undoes the whole', () => {
  const { db } = testProfile().open()
  const outer = () =>
    transaction(db, () => {
      add(db, 'outer')
      try {
        transaction(db, () => (add(db, 'half'), fail()))
      } catch {
        // Swallowed, as a careless caller would.
      }
    })
  expect(outer).toThrow('A part of this transaction failed')
  expect(names(db)).toEqual([])
  transaction(db, () => add(db, 'after'))
  expect(names(db)).toEqual(['after'])
})

test('work that would go on after the end is refused', () => {
  const { db } = testProfile().open()
  expect(() => transaction(db, async () => add(db, 'late'))).toThrow('cannot wait')
  expect(names(db)).toEqual([])
})

test('a statement is prepared once per database', () => {
  const first = testProfile().open().db
  const second = testProfile().open().db
  expect(statement(first, 'select 1')).toBe(statement(first, 'select 1'))
  expect(statement(first, 'select 1')).not.toBe(statement(second, 'select 1'))
  expect(statement(first, 'select 1').database).toBe(first)
})
