import { fork } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as setTimeoutAsync } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { readUntouched } from '../../src/core/db/read-untouched.ts'
import { schemaVersion } from '../../src/core/db/schema-version.ts'
import { atEnd, testProfile } from '../unit/db/support.ts'
import { dump } from './dump.ts'
import { fillProfile } from './filled-profile.ts'
import { slowUpgrade } from './slow-upgrade.ts'
import type { ChildProcess } from 'node:child_process'
import type { TestProfile } from '../unit/db/support.ts'

/** A process that opens the profile with a program of one version more. */
function startUpgrade(profile: TestProfile): ChildProcess {
  const entry = fileURLToPath(new URL('upgrade.child.ts', import.meta.url))
  const child = fork(entry, [profile.paths.dir, Buffer.from(profile.key).toString('hex')], {
    execArgv: ['--disable-warning=ExperimentalWarning']
  })
  atEnd(() => void child.kill('SIGKILL'))
  return child
}

/** Kills the upgrade some milliseconds after it began. */
function upgradeAndKill(profile: TestProfile, afterMs: number): Promise<void> {
  const child = startUpgrade(profile)
  child.on('message', (event) => {
    if (event === 'upgrade-start') setTimeout(() => child.kill('SIGKILL'), afterMs)
  })
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

function count(profile: TestProfile, sql: string, versions: readonly string[]): unknown {
  const { db, close } = profile.open({ migrations: versions })
  const value = db.prepare(sql).pluck().get()
  close()
  return value
}

test.each([0, 60, 200, 500])('killed %i ms into an upgrade, the old version is whole or the new one is', async (afterMs) => {
  const profile = testProfile()
  const before = fillProfile(profile)

  await upgradeAndKill(profile, afterMs)
  const done = readUntouched(profile.paths.database, profile.key, schemaVersion) > migrations.length
  const withUpgrade = [...migrations, slowUpgrade]
  const peek = profile.open({ migrations: withUpgrade.slice(0, done ? undefined : -1) })
  if (done) expect(peek.db.prepare('select count(*) from added').pluck().get()).toBe(6000)
  else expect(dump(peek.db)).toEqual(before)
  peek.close()

  expect(count(profile, 'select count(*) from added', withUpgrade)).toBe(6000)
  expect(count(profile, `select value from settings where name = 'upgraded'`, withUpgrade)).toBe('yes')
  expect(existsSync(profile.paths.backups) ? readdirSync(profile.paths.backups) : []).toEqual([])
})

test.each([0, 40])('killed %i ms into its very first start, a profile starts anew', async (afterMs) => {
  const profile = testProfile()
  const child = startUpgrade(profile)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  while (!existsSync(profile.paths.database) && child.exitCode === null) await setTimeoutAsync(2)
  await setTimeoutAsync(afterMs)
  child.kill('SIGKILL')
  await gone
  expect(count(profile, 'select count(*) from added', [...migrations, slowUpgrade])).toBe(6000)
})
