import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { markDatabase, readKeyFile, updateKeyFile } from '../../../src/core/db/key-file.ts'
import { addWrap, createKey, openKey, readKeyring } from '../../../src/core/db/keyring.ts'
import { subKey } from '../../../src/core/db/sub-keys.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'
import { failureOf, folderState, nextMessage, rejectionOf, startChild, temporaryFolder, testProfile } from './support.ts'
import type { Unlocker } from '../../../src/core/db/keyring.ts'
import type { Keystore } from '../../../src/core/db/keystore.ts'

const byFile: Unlocker = { kind: 'file' }
const byPassphrase = (passphrase: string): Unlocker => ({ kind: 'passphrase', passphrase })

/** A keystore as a desktop has it: its secret is not in the profile. */
function keystore(options: { weak?: boolean; refuses?: boolean } = {}): Keystore {
  const mask = randomBytes(32)
  const apply = (bytes: Uint8Array) => {
    if (options.refuses === true) throw new Error('locked')
    return bytes.map((byte, index) => byte ^ (mask[index % 32] ?? 0))
  }
  return { id: 'test', weak: options.weak ?? false, wrap: apply, unwrap: apply }
}

const newPaths = () => profilePaths(`${temporaryFolder()}/profile`)

describe('a new profile', () => {
  test('has no key, and making one gives 32 random bytes that open again', async () => {
    const paths = newPaths()
    expect(readKeyring(paths)).toEqual({ state: 'absent' })
    const key = await createKey(paths, byFile)
    expect(key).toHaveLength(32)
    expect(await openKey(paths, byFile)).toEqual(key)
    expect(await createKey(newPaths(), byFile)).not.toEqual(key)
    expect(readKeyring(paths)).toEqual({ state: 'present', methods: ['file'] })
  })

  test('its key stands in no file, and the files are readable by their owner only', async () => {
    const paths = newPaths()
    const key = Buffer.from(await createKey(paths, byFile))
    for (const name of readdirSync(paths.dir)) {
      const content = readFileSync(`${paths.dir}/${name}`)
      for (const form of [key, key.toString('hex'), key.toString('base64')]) expect(content.includes(form), name).toBe(false)
      if (process.platform !== 'win32') expect(statSync(`${paths.dir}/${name}`).mode & 0o777, name).toBe(0o600)
    }
  })

  test('two processes that race agree on one key, twelve times over', async () => {
    const profiles = Array.from({ length: 12 }, newPaths)
    const start = String(Date.now() + 1500)
    const children = [1, 2].map(() => startChild('create-key', start, ...profiles.map((paths) => paths.dir)))
    const [first, second] = await Promise.all(children.map(nextMessage))
    expect(first).toEqual(second)
    const stored = await Promise.all(profiles.map(async (paths) => Buffer.from(await openKey(paths, byFile)).toString('hex')))
    expect(first).toEqual(stored)
    for (const paths of profiles) expect(readdirSync(paths.dir).toSorted()).toEqual(['device.key', 'key.json', 'key.json.bak'])
  })

  test('creating twice keeps the first key, and a second method cannot slip in', async () => {
    const paths = newPaths()
    const key = await createKey(paths, byFile)
    expect(await createKey(paths, byFile)).toEqual(key)
    expect((await rejectionOf(createKey(paths, { kind: 'keystore', keystore: keystore() }))).code).toBe('PROFILE_KEY')
    expect(readKeyring(paths)).toEqual({ state: 'present', methods: ['file'] })
  })
})

describe('each method', () => {
  test('opens the same key; replacing a passphrase ends the old one', async () => {
    const paths = newPaths()
    const store: Unlocker = { kind: 'keystore', keystore: keystore() }
    const key = await createKey(paths, store)
    await addWrap(paths, key, byPassphrase('pass phrase é'))
    await addWrap(paths, key, byFile)
    expect(readKeyring(paths)).toEqual({ state: 'present', methods: ['keystore', 'passphrase', 'file'] })
    for (const unlocker of [store, byFile, byPassphrase('pass phrase e\u0301')]) expect(await openKey(paths, unlocker)).toEqual(key)
    await addWrap(paths, key, byPassphrase('another'))
    expect((await rejectionOf(openKey(paths, byPassphrase('pass phrase é')))).code).toBe('PROFILE_KEY')
    expect(await openKey(paths, byPassphrase('another'))).toEqual(key)
  })

  test('a wrong passphrase, another keystore, a refusing one and a missing method are refused and change nothing', async () => {
    const paths = newPaths()
    const key = await createKey(paths, { kind: 'keystore', keystore: keystore() })
    await addWrap(paths, key, byPassphrase('right'))
    const before = folderState(paths.dir)
    const wrong: Unlocker[] = [
      byPassphrase('wrong'),
      byPassphrase(''),
      byFile,
      { kind: 'keystore', keystore: keystore() },
      { kind: 'keystore', keystore: keystore({ refuses: true }) }
    ]
    for (const unlocker of wrong) expect((await rejectionOf(openKey(paths, unlocker))).code).toBe('PROFILE_KEY')
    expect(folderState(paths.dir)).toEqual(before)
  })

  test('a keystore that protects nothing, a refusing one and an empty passphrase cannot be chosen', async () => {
    const paths = newPaths()
    const cases = [
      [{ kind: 'keystore', keystore: keystore({ weak: true }) }, 'PROFILE_KEY'],
      [{ kind: 'keystore', keystore: keystore({ refuses: true }) }, 'PROFILE_KEY'],
      [byPassphrase('  '), 'INVALID_INPUT']
    ] as const
    for (const [unlocker, code] of cases) expect((await rejectionOf(createKey(paths, unlocker))).code).toBe(code)
    expect(readKeyring(paths)).toEqual({ state: 'absent' })
  })

  test("only the profile's own key can be wrapped", async () => {
    const paths = newPaths()
    await createKey(paths, byFile)
    const before = readFileSync(paths.keyWraps)
    expect((await rejectionOf(addWrap(paths, randomBytes(32), byFile))).code).toBe('PROFILE_KEY')
    expect(readFileSync(paths.keyWraps)).toEqual(before)
  })
})

describe('a damaged key file', () => {
  test('is read from its copy', async () => {
    const paths = newPaths()
    const key = await createKey(paths, byFile)
    await addWrap(paths, key, byFile)
    for (const damage of ['', '{"version":1', '{}', 'null']) {
      writeFileSync(paths.keyWraps, damage)
      expect(await openKey(paths, byFile), damage).toEqual(key)
    }
    rmSync(paths.keyWraps)
    expect(await openKey(paths, byFile)).toEqual(key)
  })

  test('without a copy is refused; no new key is made', async () => {
    const paths = newPaths()
    await createKey(paths, byFile)
    writeFileSync(paths.keyWraps, 'rubbish')
    writeFileSync(`${paths.keyWraps}.bak`, '')
    expect(failureOf(() => readKeyring(paths)).code).toBe('PROFILE_KEY')
    expect((await rejectionOf(createKey(paths, byFile))).code).toBe('PROFILE_KEY')
    expect(readFileSync(paths.keyWraps, 'utf8')).toBe('rubbish')
  })

  test('is mended by the next change, and its copy holds no replaced passphrase', async () => {
    const paths = newPaths()
    const key = await createKey(paths, byPassphrase('old'))
    writeFileSync(paths.keyWraps, 'rubbish')
    await addWrap(paths, key, byPassphrase('new'))
    expect(readFileSync(`${paths.keyWraps}.bak`)).toEqual(readFileSync(paths.keyWraps))
    writeFileSync(paths.keyWraps, 'rubbish')
    expect(await openKey(paths, byPassphrase('new'))).toEqual(key)
    expect((await rejectionOf(openKey(paths, byPassphrase('old')))).code).toBe('PROFILE_KEY')
  })

  test('missing beside a database, it is refused; no new key is made', async () => {
    const profile = testProfile()
    profile.open().close()
    expect(failureOf(() => readKeyring(profile.paths)).code).toBe('PROFILE_KEY')
    expect((await rejectionOf(createKey(profile.paths, byFile))).code).toBe('PROFILE_KEY')
    expect((await rejectionOf(openKey(profile.paths, byFile))).code).toBe('PROFILE_KEY')
    expect(existsSync(profile.paths.keyWraps)).toBe(false)
  })

  test('a changed byte in a wrap does not open', async () => {
    const paths = newPaths()
    await createKey(paths, byFile)
    const stored = readKeyFile(paths)
    const data = stored?.wraps.file?.data ?? ''
    const changed = (data.startsWith('A') ? 'B' : 'A') + data.slice(1)
    writeFileSync(paths.keyWraps, readFileSync(paths.keyWraps, 'utf8').replace(data, changed))
    expect((await rejectionOf(openKey(paths, byFile))).code).toBe('PROFILE_KEY')
  })
})

describe('changing the key file', () => {
  test('leaves no temporary file, and the mark of the database stays when a method is added', async () => {
    const paths = newPaths()
    const key = await createKey(paths, byFile)
    markDatabase(paths, 'database-1')
    await addWrap(paths, key, byFile)
    expect(readKeyFile(paths)?.database).toBe('database-1')
    expect(readdirSync(paths.dir).toSorted()).toEqual(['device.key', 'key.json', 'key.json.bak'])
  })

  test('a writer that was killed does not block it for ever; a failed edit changes nothing', async () => {
    const paths = newPaths()
    await createKey(paths, byFile)
    const before = readFileSync(paths.keyWraps)
    expect(() =>
      updateKeyFile(paths, () => {
        throw new Error('no')
      })
    ).toThrow('no')
    expect(readFileSync(paths.keyWraps)).toEqual(before)
    writeFileSync(`${paths.keyWraps}.tmp`, 'half')
    utimesSync(`${paths.keyWraps}.tmp`, 0, 0)
    markDatabase(paths, 'database-2')
    expect(readKeyFile(paths)?.database).toBe('database-2')
  })
})

test('sub-keys differ by purpose and by key, and are the same every time', () => {
  const key = randomBytes(32)
  const all = (['facts', 'secrets', 'lock'] as const).map((purpose) => Buffer.from(subKey(key, purpose)).toString('hex'))
  expect(new Set([...all, key.toString('hex')]).size).toBe(4)
  expect(subKey(key, 'facts')).toEqual(subKey(key, 'facts'))
  expect(subKey(randomBytes(32), 'facts')).not.toEqual(subKey(key, 'facts'))
  expect(subKey(key, 'facts')).toHaveLength(32)
})
