import type { MapPoint } from '../../../shared/model/memory.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { pauses } from '../../kernel/pauses.ts'
import { layOut } from './layout.ts'
import { mappedFacts } from './mapped-facts.ts'

function stillThere(db: Db, factIds: readonly string[]): ReadonlySet<string> {
  const sql = 'select id from facts where deletion_id is null and id in (select value from json_each(?))'
  return new Set((statement(db, sql).all(JSON.stringify(factIds)) as { id: string }[]).map((row) => row.id))
}

/** The facts that hold now on a map, computed here from the vectors at hand; a fact without one is left out. */
export async function memoryMap(db: Db, limit: number): Promise<MapPoint[]> {
  const pause = pauses()
  const { rows, dimensions, vectors } = await mappedFacts(db, limit, pause)
  const { x, y } = await layOut({ count: rows.length, dimensions, values: vectors }, pause)
  // Some may have been forgotten meanwhile.
  const still = stillThere(
    db,
    rows.map((row) => row.id)
  )
  return rows.flatMap((row, at) =>
    still.has(row.id)
      ? [{ factId: row.id, text: row.text, category: row.category, privacy: row.privacy, x: x[at] ?? 0, y: y[at] ?? 0 }]
      : []
  )
}
