import { expect, test } from 'vitest'
import { saidOfPerson } from '../../../src/core/privacy/forget-text.ts'

test.each([
  ['I am allergic to nuts.', ['allergic to nuts']],
  ["I'm allergic to nuts", ['allergic to nuts']],
  ['User is allergic to nuts', ['allergic to nuts']],
  ['My sister lives in Graz', ['sister lives in Graz']],
  ['我对花生过敏。', ['对花生过敏']],
  ['用户住在成都', ['住在成都']],
  ['I like tea', []],
  ['I smoke', []],
  ['我爱茶', []],
  ['Graz is nice in spring', []]
])('of "%s" a model says to the person %j', (text, said) => {
  expect(saidOfPerson(text)).toEqual(said)
})
