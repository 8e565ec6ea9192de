/** Writes numbered rows, each in a transaction of its own, and reports every one after it was stored. Now and then it checkpoints. */
import { openProfileDatabase, transaction } from '../../../src/core/db/database.ts'
import { statement } from '../../../src/core/db/statements.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'

const [dir = '', key = ''] = process.argv.slice(2)
const { db, checkpoint } = openProfileDatabase({
  paths: profilePaths(dir),
  key: Buffer.from(key, 'hex'),
  logger: silentLogger,
  now: () => Date.now()
})

function writeOne(n: number): void {
  transaction(db, () => {
    statement(db, 'insert into settings (name, value) values (?, ?)').run(`row:${n}`, 'x'.repeat(2000))
    statement(db, 'insert into facts_fts_open (rowid, words, chars, aliases) values (?, ?, ?, ?)').run(n, `word${n}`, '', '')
  })
  process.send?.(n)
  if (n % 37 === 0) checkpoint()
  setImmediate(writeOne, n + 1)
}
writeOne(1)
