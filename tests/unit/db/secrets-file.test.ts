import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecretsFile } from '../../../src/core/db/secrets-file.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import { flipBit, recordingLogger, temporaryFolder } from './support.ts'

const newPath = () => `${temporaryFolder()}/secrets.json`

test('what is set can be read by the next start, until it is deleted', () => {
  const options = { path: newPath(), key: randomBytes(32), logger: silentLogger }
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, value) => {
      const store = createSecretsFile(options)
      store.set(name, value)
      expect(store.get(name)).toBe(value)
      expect(createSecretsFile(options).get(name)).toBe(value)
      createSecretsFile(options).delete(name)
      expect(createSecretsFile(options).get(name)).toBeNull()
    }),
    {
      numRuns: 30,
      examples: [
        ['__proto__', 'x'],
        ['constructor', ''],
        ['provider:深', 'sk-密钥🎉']
      ]
    }
  )
})

test('neither names nor values stand in the file, and only its owner can read it', () => {
  const path = newPath()
  createSecretsFile({ path, key: randomBytes(32), logger: silentLogger }).set('provider:deepseek', 'sk-marked-secret')
  const content = readFileSync(path, 'utf8')
  expect(content).not.toMatch(/deepseek|sk-marked/)
  expect(content).not.toContain(Buffer.from('sk-marked-secret').toString('base64').slice(2, -4))
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('reading and deleting what is not there writes nothing', () => {
  const path = newPath()
  const store = createSecretsFile({ path, key: randomBytes(32), logger: silentLogger })
  expect(store.get('provider:none')).toBeNull()
  store.delete('provider:none')
  expect(existsSync(path)).toBe(false)
})

test.each(['wrong key', 'changed byte', 'rubbish', 'empty'])('%s: counts as empty, is reported, and the old file is kept', (kind) => {
  const path = newPath()
  const key = randomBytes(32)
  createSecretsFile({ path, key, logger: silentLogger }).set('a', '1')
  const at = readFileSync(path, 'utf8').indexOf('"data":"') + 8
  if (kind === 'changed byte') writeFileSync(path, flipBit(readFileSync(path), at))
  if (kind === 'rubbish') writeFileSync(path, randomBytes(99))
  if (kind === 'empty') writeFileSync(path, '')
  const old = readFileSync(path)
  const logger = recordingLogger()

  const store = createSecretsFile({ path, key: kind === 'wrong key' ? randomBytes(32) : key, logger })
  expect(store.get('a')).toBeNull()
  expect(logger.lines).toEqual([{ event: 'secrets-unreadable', fields: {} }])
  expect(readFileSync(path)).toEqual(old)
  store.set('b', '2')
  store.set('b', '3')
  expect(readFileSync(`${path}.bak`)).toEqual(old)
  expect(existsSync(`${path}.bak2`)).toBe(false)
  expect(store.get('b')).toBe('3')
})

test('a second unreadable file does not push out the first one kept', () => {
  const path = newPath()
  for (const rubbish of ['one', 'two']) {
    writeFileSync(path, rubbish)
    createSecretsFile({ path, key: randomBytes(32), logger: silentLogger }).set('a', '1')
  }
  expect([readFileSync(`${path}.bak`, 'utf8'), readFileSync(`${path}.bak2`, 'utf8')]).toEqual(['one', 'two'])
})
