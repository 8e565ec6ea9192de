import { AppError } from '../kernel/app-error.ts'
import type { Db } from './connection.ts'

/** Databases whose open transaction had a failure inside a joined call: they must not commit, whoever caught the failure. */
const doomed = new WeakSet<Db>()

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

function join<T>(db: Db, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    doomed.add(db)
    throw cause
  }
}

/**
 * Runs `work` in one `BEGIN IMMEDIATE` transaction: all of it is stored, or nothing is. A call inside another joins the outer one, and a
 * failure of a joined call undoes the whole, also when it was caught on the way. `work` must be synchronous.
 */
export function transaction<T>(db: Db, work: () => T): T {
  if (db.inTransaction) return join(db, work)
  db.exec('begin immediate')
  try {
    const result = work()
    if (isThenable(result)) throw new AppError('INTERNAL', 'A transaction cannot wait')
    if (doomed.has(db)) throw new AppError('INTERNAL', 'A part of this transaction failed')
    db.exec('commit')
    return result
  } catch (cause) {
    // A full disk may already have rolled it back.
    if (db.inTransaction) db.exec('rollback')
    throw cause
  } finally {
    doomed.delete(db)
  }
}
