import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Keystore } from '../../../src/core/db/keystore.ts'
import { unlockProfile } from '../../../src/core/host/unlock.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'
import { temporaryProfile } from '../../support/headless.ts'

let profile: ReturnType<typeof temporaryProfile>

beforeEach(() => {
  profile = temporaryProfile()
})
afterEach(() => profile.remove())

const flip = (bytes: Uint8Array): Uint8Array => bytes.map((byte) => byte ^ 0xff)
const keystore = (weak: boolean): Keystore => ({ id: 'test', weak, wrap: flip, unwrap: flip })

async function keyOf(means: Parameters<typeof unlockProfile>[1]): Promise<string> {
  const unlocked = await unlockProfile(profilePaths(profile.dir), means)
  return unlocked.state === 'open' ? Buffer.from(unlocked.key).toString('hex') : unlocked.state
}

describe('a profile that headless made without a passphrase', () => {
  test.each([true, false])('opens in the window as well, whether the keystore is weak (%s)', async (weak) => {
    const made = await keyOf({ keystore: null, passphrase: null })
    expect(made).toHaveLength(64)
    expect(await keyOf({ keystore: keystore(weak), passphrase: null })).toBe(made)
  })
})

describe('a profile of the window', () => {
  test('with a weak keystore asks for a first passphrase, then for that one', async () => {
    const means = { keystore: keystore(true), passphrase: null }
    expect(await keyOf(means)).toBe('new')
    const made = await keyOf({ ...means, passphrase: 'correct horse' })
    expect(await keyOf(means)).toBe('locked')
    expect(await keyOf({ ...means, passphrase: 'correct horse' })).toBe(made)
    expect(await keyOf({ keystore: null, passphrase: 'correct horse' })).toBe(made)
    expect(await keyOf({ keystore: null, passphrase: null })).toBe('locked')
  })

  test('with a strong keystore opens by itself', async () => {
    const means = { keystore: keystore(false), passphrase: null }
    expect(await keyOf(means)).toBe(await keyOf(means))
  })
})
