import { expect, test } from 'vitest'
import { createHoldsPrivate } from '../../../src/core/privacy/holds-private.ts'
import { createProtectedValues, type PrivateText } from '../../../src/core/privacy/protected-values.ts'

test('a verdict is remembered until anything private changes', () => {
  let revision = 1
  let texts: PrivateText[] = [{ text: 'Passport QX-8834412', author: 'person' }]
  const source = { revision: () => revision, privateTexts: () => texts }
  const values = createProtectedValues(source)
  let asked = 0
  const holds = createHoldsPrivate(source, {
    findIn: (given) => {
      asked += 1
      return values.findIn(given)
    }
  })
  expect(holds(['nothing here', 'it is QX-8834412'])).toBe(true)
  expect(holds(['nothing here'])).toBe(false)
  expect(holds(['it is QX-8834412'])).toBe(true)
  expect(asked).toBe(2)
  expect(holds(['', ''])).toBe(false)
  expect(asked).toBe(2)
  texts = [{ text: 'Locker 559911', author: 'person' }]
  revision = 2
  expect(holds(['it is QX-8834412'])).toBe(false)
  expect(holds(['locker number 559911'])).toBe(true)
})

test('however many texts come, the verdicts stay right', () => {
  const source = { revision: () => 1, privateTexts: (): PrivateText[] => [{ text: 'code 774129', author: 'person' }] }
  const holds = createHoldsPrivate(source, createProtectedValues(source))
  for (let index = 0; index < 4_100; index += 1) holds([`text ${index}`])
  expect(holds(['text 1'])).toBe(false)
  expect(holds(['the code is 774129'])).toBe(true)
})
