import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openProfileDatabase } from '../../src/core/db/database.ts'
import { openKey } from '../../src/core/db/keyring.ts'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { startHeadless, temporaryProfile, type Headless } from '../support/headless.ts'

// What can be wrong with a profile: each gives one clear code, loses nothing, and leaves the process answering.

let profile: ReturnType<typeof temporaryProfile>
const running: Headless[] = []

beforeEach(() => {
  profile = temporaryProfile()
})

afterEach(async () => {
  for (const app of running.splice(0)) await app.close()
  profile.remove()
})

function start(env: Record<string, string | undefined> = {}): Headless {
  const app = startHeadless({ profileDir: profile.dir, env })
  running.push(app)
  return app
}

/** Hashes of the files that must not change; taking the lock may write to the lock file. */
function fileHashes(): Record<string, string> {
  const names = readdirSync(profile.dir).filter((name) => !name.startsWith('lock.db') && statSync(join(profile.dir, name)).isFile())
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(profile.dir, name)))
        .digest('hex')
    ])
  )
}

async function expectFailed(app: Headless, code: string): Promise<void> {
  for (const [route, input] of [
    ['app.status', {}],
    ['memory.add', { text: 'lost?' }],
    ['conversations.create', {}]
  ] as const) {
    expect(await app.ask(route, input), route).toMatchObject({ ok: false, error: { code } })
  }
  expect(await app.ask('shell.state')).toMatchObject({ ok: true, value: { state: 'failed', error: { code } } })
}

describe('a profile', () => {
  test('that another process has: PROFILE_LOCKED; the first stays usable, and the second gets it once the first has gone', async () => {
    const first = start()
    await first.call('memory.add', { text: 'Mine' })
    const second = start()
    await expectFailed(second, 'PROFILE_LOCKED')
    expect(await first.ask('memory.add', { text: 'Still mine' })).toMatchObject({ ok: true })
    expect(await second.ask('shell.setAside')).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(await first.close()).toBe(0)
    expect(await second.ask('shell.retry')).toMatchObject({ ok: true, value: { state: 'ready', error: null } })
    expect(await second.ask('app.status')).toMatchObject({ ok: true, value: { counts: { facts: 2 } } })
    expect(await second.close()).toBe(0)
  })

  test('that is a file and no folder: INVALID_INPUT that says so, the file untouched, and an exit code of 1', async () => {
    const path = join(profile.dir, 'a file')
    writeFileSync(path, 'not a folder')
    const app = startHeadless({ profileDir: path })
    running.push(app)
    expect(await app.ask('app.status')).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', data: { problem: 'not-a-folder' } } })
    expect(readFileSync(path, 'utf8')).toBe('not a folder')
    expect(await app.close()).toBe(1)
  })

  test('whose folder others may read: the files in it are for their owner alone', async () => {
    const app = start()
    await app.call('memory.add', { text: 'Mine' })
    const modes = readdirSync(profile.dir).map((name) => `${name} ${(statSync(join(profile.dir, name)).mode & 0o077).toString(8)}`)
    expect(modes.filter((line) => !line.endsWith(' 0'))).toEqual([])
  })

  test('with a passphrase: a wrong one is PROFILE_KEY and touches nothing, the right one opens, a missing key file is never replaced', async () => {
    const first = start({ HEARTH_PASSPHRASE: 'correct horse' })
    await first.call('memory.add', { text: 'Behind a passphrase' })
    await first.close()
    const before = fileHashes()

    const wrong = start({ HEARTH_PASSPHRASE: 'battery staple' })
    await expectFailed(wrong, 'PROFILE_KEY')
    expect(fileHashes()).toEqual(before)
    expect(await wrong.ask('shell.unlock', { passphrase: 'still wrong' })).toMatchObject({
      ok: true,
      value: { error: { code: 'PROFILE_KEY' } }
    })
    expect(fileHashes()).toEqual(before)
    expect(await wrong.ask('shell.unlock', { passphrase: 'correct horse' })).toMatchObject({
      ok: true,
      value: { state: 'ready', error: null }
    })
    expect(await wrong.ask('app.status')).toMatchObject({ ok: true, value: { counts: { facts: 1 } } })
    expect(wrong.stderr() + wrong.lines.join('')).not.toMatch(/correct horse|battery staple|still wrong/)
    await wrong.close()

    const keyFiles = readdirSync(profile.dir).filter((name) => name.startsWith('key.json'))
    for (const name of keyFiles) renameSync(join(profile.dir, name), join(profile.dir, `away-${name}`))
    const untouched = fileHashes()
    const keyless = start({ HEARTH_PASSPHRASE: 'correct horse' })
    await expectFailed(keyless, 'PROFILE_KEY')
    expect(existsSync(join(profile.dir, 'key.json'))).toBe(false)
    expect(fileHashes()).toEqual(untouched)
    for (const name of keyFiles) renameSync(join(profile.dir, `away-${name}`), join(profile.dir, name))
    expect(await keyless.ask('shell.retry')).toMatchObject({ ok: true, value: { state: 'ready' } })
  })

  test('of a newer program: DB_NEWER, untouched', async () => {
    const first = start()
    await first.call('memory.add', { text: 'From now' })
    await first.close()
    const paths = profilePaths(profile.dir)
    const key = await openKey(paths, { kind: 'file' })
    openProfileDatabase({
      paths,
      key,
      logger: silentLogger,
      now: () => Date.now(),
      migrations: [...migrations, 'create table future (x integer) strict']
    }).close()
    const before = fileHashes()
    const app = start()
    await expectFailed(app, 'DB_NEWER')
    await app.close()
    expect(fileHashes()).toEqual(before)
  })

  test('with 4 KB of its database overwritten: DB_DAMAGED; setAside keeps the old file and goes on with a new one', async () => {
    const first = start()
    await first.call('memory.addMany', { items: Array.from({ length: 200 }, (_, index) => ({ text: `Fact number ${index} of many` })) })
    await first.close()
    const file = join(profile.dir, 'hearth.db')
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 40_960, 45_056)
    writeFileSync(file, bytes)

    const app = start()
    await expectFailed(app, 'DB_DAMAGED')
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(await app.ask('shell.setAside')).toMatchObject({ ok: true, value: { state: 'ready', error: null } })
    expect(await app.ask('app.status')).toMatchObject({ ok: true, value: { counts: { facts: 0 } } })
    expect(await app.ask('memory.add', { text: 'A new beginning' })).toMatchObject({ ok: true })
    const aside = readdirSync(join(profile.dir, 'aside'))
    expect(aside).toHaveLength(1)
    expect(readFileSync(join(profile.dir, 'aside', aside[0] ?? '', 'hearth.db')).equals(bytes)).toBe(true)
    await app.close()
    const again = start()
    expect(await again.ask('app.status')).toMatchObject({ ok: true, value: { counts: { facts: 1 } } })
  })

  test('without a model folder: everything works, recall by text, and the status says that the model is missing', async () => {
    const models = join(profile.dir, 'no-models')
    mkdirSync(models)
    const app = start({ HEARTH_MODELS: models })
    await app.call('memory.add', { text: '我喜欢蓝色' })
    await app.call('memory.add', { text: 'My bicycle is green' })
    expect((await app.call('memory.recall', { query: '我喜欢什么颜色？' })).map((fact) => fact.text)).toEqual(['我喜欢蓝色'])
    const { conversationId } = await app.call('conversations.create', {})
    const turn = await app.turn({ conversationId, text: 'What colour is my bicycle?' })
    expect(turn.text).toContain('My bicycle is green')
    expect(await app.call('app.status', {})).toMatchObject({ embedder: { state: 'missing', pending: 2 } })
  })

  test('whose start was damaged in the settings: one group falls back, the rest stays', async () => {
    const first = start()
    await first.call('settings.set', { patch: { appearance: { theme: 'dark' }, chat: { persona: 'A pirate' } } })
    await first.close()
    const paths = profilePaths(profile.dir)
    const opened = openProfileDatabase({ paths, key: await openKey(paths, { kind: 'file' }), logger: silentLogger, now: () => Date.now() })
    opened.db.prepare(`update settings set value = '{"theme":42}' where name = 'settings.appearance'`).run()
    opened.close()
    const app = start()
    expect(await app.call('settings.get', {})).toMatchObject({ appearance: { theme: 'system' }, chat: { persona: 'A pirate' } })
  })
})

/** Tried once and given back at once: a test that does not run leaves nothing mounted. */
const mountable = ((): boolean => {
  const disk = process.platform === 'linux' && process.getuid?.() === 0 ? tmpfs() : null
  disk?.remove()
  return disk !== null
})()

/** A disk of 16 MB, where this process may mount one. */
function tmpfs(): { readonly dir: string; remove(): void } | null {
  const { dir, remove } = temporaryProfile()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    remove()
    return null
  }
  return {
    dir,
    remove: () => {
      execFileSync('umount', ['-l', dir], { stdio: 'ignore' })
      remove()
    }
  }
}

describe('a full disk', () => {
  test.skipIf(!mountable)(
    'is DISK_FULL; what was acknowledged stays, reading and forgetting go on, and space makes it whole again',
    async () => {
      const mounted = tmpfs()
      if (mounted === null) throw new Error('no disk could be mounted')
      const dir = join(mounted.dir, 'profile')
      const app = startHeadless({ profileDir: dir })
      try {
        const { factId } = await app.call('memory.add', { text: 'To be forgotten on a full disk' })
        await app.call('memory.add', { text: 'My bicycle is green' })
        const { conversationId } = await app.call('conversations.create', {})
        let acknowledged = 0
        // From here on the disk is full; the database may still have a little room inside.
        let full = null
        fill(mounted.dir)
        for (let index = 0; index < 200 && full === null; index += 1) {
          const result = await app.ask('drafts.set', {
            conversationId,
            text: `${index} ${'x'.repeat(100_000 * (index + 1))}`.slice(0, 1_000_000)
          })
          if (!result.ok) full = result.error.code
          else acknowledged = index
        }
        expect(full).toBe('DISK_FULL')
        fill(mounted.dir)
        const draft = (await app.call('drafts.get', { conversationId })).text
        expect(draft === '' ? 0 : Number.parseInt(draft, 10)).toBe(acknowledged)
        expect(await app.ask('app.status')).toMatchObject({ ok: true, value: { counts: { facts: 2 } } })
        expect(await app.call('memory.recall', { query: 'bicycle colour' })).toHaveLength(1)
        // A message that cannot be stored is not acknowledged.
        expect(await app.ask('turn.start', { conversationId, text: 'y'.repeat(300_000) })).toMatchObject({
          ok: false,
          error: { code: 'DISK_FULL' }
        })
        expect(await app.call('messages.list', { conversationId })).toEqual([])
        // Forgetting has a reserve of its own.
        expect(await app.ask('memory.delete', { factId })).toMatchObject({ ok: true })
        for (const name of readdirSync(mounted.dir)) if (name.startsWith('filler')) rmSync(join(mounted.dir, name))
        expect(await app.ask('memory.add', { text: 'Space again' })).toMatchObject({ ok: true })
        expect(await app.close()).toBe(0)
        const again = startHeadless({ profileDir: dir })
        expect((await again.call('memory.list', {})).map((fact) => fact.text).sort()).toEqual(['My bicycle is green', 'Space again'])
        expect(await again.close()).toBe(0)
      } finally {
        await app.kill()
        mounted.remove()
      }
    }
  )

  test.skipIf(!mountable)('at the start: the reserve is given up, and reading works', async () => {
    const disk = tmpfs()
    if (disk === null) throw new Error('no disk could be mounted')
    const dir = join(disk.dir, 'profile')
    let app = startHeadless({ profileDir: dir })
    try {
      await app.call('memory.add', { text: 'My bicycle is green' })
      expect(await app.close()).toBe(0)
      expect(existsSync(join(dir, 'ballast'))).toBe(true)
      fill(disk.dir)
      app = startHeadless({ profileDir: dir })
      expect(await app.ask('memory.list')).toMatchObject({ ok: true, value: [{ text: 'My bicycle is green' }] })
      expect(await app.close()).toBe(0)
    } finally {
      await app.kill()
      disk.remove()
    }
  })
})

/** Takes what is left of the disk. */
function fill(dir: string): void {
  for (let size = 1_048_576; size >= 4_096; size = Math.floor(size / 2)) {
    for (let index = 0; ; index += 1) {
      const file = join(dir, `filler-rest-${size}-${index}`)
      try {
        writeFileSync(file, Buffer.alloc(size, 1))
      } catch {
        rmSync(file, { force: true })
        break
      }
    }
  }
}
