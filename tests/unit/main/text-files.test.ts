import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plainFileName, readTextFile, writeTextFile } from '../../../src/main/text-files.ts'

let dir: string
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'hearth-files-'))))
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('a name that the page proposes', () => {
  test.each([
    ['../../etc/passwd', 'etc passwd'],
    ['C:\\Windows\\x.json', 'C Windows x.json'],
    ['.bashrc', 'bashrc'],
    ['记忆 2026.json', '记忆 2026.json'],
    ['a\u202Enosj.exe\u0000', 'a nosj.exe'],
    ['...', 'Hearth'],
    ['x'.repeat(200), 'x'.repeat(120)]
  ])('%s is nothing but a name', (name, plain) => {
    expect(plainFileName(name)).toBe(plain)
  })
})

describe('a text file', () => {
  test('comes back as it was written, and a byte order mark is left out', async () => {
    const path = join(dir, 'memory.md')
    const text = '- 我住在杭州\r\n- 🦉\n'
    await writeTextFile(path, text)
    expect(await readTextFile(path)).toEqual({ name: 'memory.md', text })
    writeFileSync(path, `\ufeff${text}`)
    expect((await readTextFile(path)).text).toBe(text)
    expect(readdirSync(dir)).toEqual(['memory.md'])
  })

  test('that is not text, or not there, is refused with what is wrong', async () => {
    const path = join(dir, 'picture')
    writeFileSync(path, Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
    await expect(readTextFile(path)).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { problem: 'not-text' } })
    await expect(readTextFile(join(dir, 'none'))).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { problem: 'not-readable' } })
  })

  test('that cannot be written leaves what was there', async () => {
    const path = join(dir, 'kept.json')
    writeFileSync(path, 'old')
    // The file beside it cannot be made where a folder has its name.
    await expect(writeTextFile(join(path, 'inside'), 'new')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { problem: 'not-writable' }
    })
    expect(readFileSync(path, 'utf8')).toBe('old')
  })
})
