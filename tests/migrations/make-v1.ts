/**
 * Made `fixtures/v1.db` and `fixtures/v1.json` once, with version 1 of the schema. They are frozen: run it again only while version 1 is unreleased.
 * `node tests/migrations/make-v1.ts`
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openProfileDatabase } from '../../src/core/db/database.ts'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { dump } from './dump.ts'
import { fillVersion1 } from './sample-rows.ts'

const fixtures = fileURLToPath(new URL('fixtures/', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'hearth-v1-'))
const key = randomBytes(32)
const paths = profilePaths(dir)
const opened = openProfileDatabase({ paths, key, logger: silentLogger, now: () => 0, migrations: migrations.slice(0, 1) })
fillVersion1(opened.db)
opened.db.exec('vacuum')
const tables = dump(opened.db)
opened.close()
copyFileSync(paths.database, join(fixtures, 'v1.db'))
writeFileSync(join(fixtures, 'v1.json'), `${JSON.stringify({ key: key.toString('hex'), tables }, null, 1)}\n`)
rmSync(dir, { recursive: true })
