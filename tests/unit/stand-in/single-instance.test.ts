import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeLock, type SecondInstance } from '../../../tools/electron-stand-in/single-instance.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hearth-lock-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const note: SecondInstance = { argv: ['a'], cwd: '/', data: { hello: 1 } }
const leaveLock = (text: string) => {
  mkdirSync(join(dir, 'stand-in-instance'), { recursive: true })
  writeFileSync(join(dir, 'stand-in-instance', 'lock'), text)
}

test('the second gets nothing and the first reads its note, until the first gives the lock back', async () => {
  const heard: SecondInstance[] = []
  const release = takeLock(dir, note, (second) => heard.push(second))
  expect(release).not.toBeNull()
  expect(takeLock(dir, note, () => {})).toBeNull()
  await expect.poll(() => heard).toEqual([note])
  release?.()
  const again = takeLock(dir, note, () => {})
  expect(again).not.toBeNull()
  again?.()
})

test.each([
  ['a process that is gone', '999999999 1'],
  ['another process that has the number now', `${process.pid} 1`],
  ['nobody', '']
])('a lock that names %s is taken over', (_name, text) => {
  leaveLock(text)
  const release = takeLock(dir, note, () => {})
  expect(release).not.toBeNull()
  release?.()
})
