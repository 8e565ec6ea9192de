import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import type { FactRow } from '../facts/fact-rows.ts'

/** Ids of the active model and of the coming one; the active one twice when none is coming. */
export type InUse = readonly [active: string, coming: string]

/**
 * Which facts wait for which model. `embedded_model` names the newest model that a fact has vectors of, and a fact gets those of the active model first:
 * so one that is marked with the coming model has both.
 */
export interface WaitingFacts {
  /** Facts without any vector, the newest first: what was just said is asked for soonest. */
  fresh(most: number, skipped: string): FactRow[]
  /** Facts that have vectors, but not of a model in use. */
  stale(most: number, skipped: string): FactRow[]
  /** Facts that have vectors of the active model and none of the coming one. */
  behind(most: number, skipped: string): FactRow[]
  /** Facts without vectors of the active model, counted up to `most` (-1: all). */
  count(most: number): number
  /** True when no more than `few` facts have vectors of the active model and none of the coming one. */
  hasArrived(few: number): boolean
  /** About how many those are, for people: counted in the index alone, with facts that are hidden or taken back. */
  roughlyBehind(): number
  /** The fact as it is now, if it is still what it was and still waits: for the active model, or for the coming one. */
  still(row: FactRow, behind: boolean): FactRow | undefined
}

const NO_LIMIT = -1

/** Kept off the index of `status`, which nearly every row matches; few have no vector. */
const USABLE = `+status in ('live', 'superseded') and deletion_id is null`

/** A look each, since with OR the planner reads every fact (3 ms with 10,000) instead of the few that wait; recall asks each time. */
const OTHERS = ['embedded_model < @low', 'embedded_model > @low and embedded_model < @high', 'embedded_model > @high']

export function createWaitingFacts(db: Db, inUse: () => InUse): WaitingFacts {
  function names(): { active: string; coming: string; low: string; high: string } {
    const [active, coming] = inUse()
    return active < coming ? { active, coming, low: active, high: coming } : { active, coming, low: coming, high: active }
  }

  const isOne = (): boolean => names().low === names().high

  function rows(condition: string, most: number, skipped: string): FactRow[] {
    const sql = `select * from facts where ${condition} and ${USABLE} and id not in (select value from json_each(@skipped))
      order by rowid desc limit @most`
    return statement(db, sql).all({ ...names(), most, skipped }) as FactRow[]
  }

  function count(sql: string, most: number): number {
    return (statement(db, `select count(*) as n from (${sql} limit @most)`).get({ ...names(), most }) as { n: number }).n
  }

  return {
    fresh: (most, skipped) => rows('embedded_model is null', most, skipped),
    stale: (most, skipped) => {
      for (const condition of OTHERS) {
        const found = rows(condition, most, skipped)
        if (found.length > 0) return found
      }
      return []
    },
    behind: (most, skipped) => (isOne() ? [] : rows('embedded_model = @active', most, skipped)),
    count: (most) => {
      const looks = ['embedded_model is null', ...OTHERS].map((condition) => `select 1 from facts where ${condition} and ${USABLE}`)
      return count(looks.join(' union all '), most)
    },
    hasArrived: (few) => isOne() || count(`select 1 from facts where embedded_model = @active and ${USABLE}`, few + 1) <= few,
    roughlyBehind: () => (isOne() ? 0 : count('select 1 from facts where embedded_model = @active', NO_LIMIT)),
    still: (row, behind) => {
      const waits = behind ? 'embedded_model = @active' : '(embedded_model is null or embedded_model not in (@active, @coming))'
      const sql = `select * from facts where rowid = @rowid and id = @id and normal_text = @text and ${USABLE} and ${waits}`
      return statement(db, sql).get({ ...names(), rowid: row.rowid, id: row.id, text: row.normal_text }) as FactRow | undefined
    }
  }
}
