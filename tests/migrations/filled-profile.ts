import { migrations } from '../../src/core/db/migrations/index.ts'
import { dump, type Dump } from './dump.ts'
import { fillVersion1, fillVersion2, fillVersion4 } from './sample-rows.ts'
import type { Db } from '../../src/core/db/database.ts'
import type { TestProfile } from '../unit/db/support.ts'

/** One entry per version: fills what the version added. A new migration needs a new entry here. */
export const FILL: readonly ((db: Db) => void)[] = [fillVersion1, fillVersion2, () => {}, fillVersion4]

/** Leaves the profile as programs up to `version` did, each with its own rows. @returns every row. */
export function fillProfile(profile: TestProfile, version = migrations.length): Dump {
  let rows: Dump = {}
  for (const [index, fill] of FILL.slice(0, version).entries()) {
    const { db, close } = profile.open({ migrations: migrations.slice(0, index + 1) })
    fill(db)
    rows = dump(db)
    close()
  }
  return rows
}
