import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { transaction } from '../../db/transaction.ts'
import type { InUse } from './waiting-facts.ts'

/** Facts whose old vectors leave in one transaction: a few milliseconds. */
const SLICE = 100

export interface LeftoverVectors {
  /** Looks again: the models in use have changed. */
  look(): void
  /** Deletes some vectors of models that are not in use any more. @returns false when there are none left. */
  deleteSome(): boolean
}

/**
 * Vectors of models that neither answer nor are to answer. A fact that was marked with such a model is marked with the active one if it has vectors of
 * that, or waits; so a model that is chosen again later starts from nothing.
 */
export function createLeftoverVectors(db: Db, inUse: () => InUse): LeftoverVectors {
  let looking = true
  /** Facts up to this rowid are done. */
  let after = 0

  /** Read from the index alone, in the order of the facts. */
  function nextSlice(): number[] {
    const [active, coming] = inUse()
    const sql = `select distinct fact_rowid from fact_vectors where fact_rowid > ? and model not in (?, ?) order by fact_rowid limit ${SLICE}`
    return (statement(db, sql).all(after, active, coming) as { fact_rowid: number }[]).map((row) => row.fact_rowid)
  }

  function deleteSlice(rowids: readonly number[]): void {
    const [active, coming] = inUse()
    const those = JSON.stringify(rowids)
    statement(db, 'delete from fact_vectors where fact_rowid in (select value from json_each(?)) and model not in (?, ?)').run(
      those,
      active,
      coming
    )
    statement(
      db,
      `update facts set embedded_model = case when exists (select 1 from fact_vectors v where v.fact_rowid = facts.rowid and v.model = ?) then ? end
       where rowid in (select value from json_each(?)) and embedded_model not in (?, ?)`
    ).run(active, active, those, active, coming)
  }

  return {
    look: () => {
      looking = true
      after = 0
    },
    deleteSome: () => {
      if (!looking) return false
      const rowids = nextSlice()
      if (rowids.length > 0) transaction(db, () => deleteSlice(rowids))
      after = rowids.at(-1) ?? 0
      looking = rowids.length > 0
      return looking
    }
  }
}
