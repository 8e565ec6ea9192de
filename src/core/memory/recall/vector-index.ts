import { performance } from 'node:perf_hooks'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { CompactVectors, type Near, type Piece, type SlotFilter, type SlotLabels } from './compact-vectors.ts'
import type { EmbeddingModel } from '../embedding/embedder.ts'
import { namespaceName } from '../facts/fact-id.ts'
import type { Store } from '../facts/fact-index.ts'
import type { FactRow } from '../facts/fact-rows.ts'

export type IndexedModel = Pick<EmbeddingModel, 'id' | 'dimensions'>

export interface NearFact {
  readonly rowid: number
  /** Exact, by the fact's nearest piece. */
  readonly cosine: number
}

/** How long one slice of loading may hold the thread. */
const SLICE_MS = 8
/** What a search spends at the most on catching up; what is still missing then is found by its words, and by its meaning next time. */
const SEARCH_MS = 30
const FACTS_AT_ONCE = 64

/** Facts whose exact cosine is computed, beyond those that are wanted. */
const SPARE = 16

interface Loaded {
  readonly model: IndexedModel
  readonly open: CompactVectors
  readonly private: CompactVectors
  /** Facts below this rowid are still to be read; null when all are. */
  below: number | null
}

interface IndexRow extends Pick<
  FactRow,
  'rowid' | 'scope' | 'project_id' | 'thread_id' | 'status' | 'privacy' | 'deletion_id' | 'valid_from' | 'valid_to'
> {
  readonly piece_id: number | null
  readonly private: number | null
  readonly embedding: Uint8Array | null
}

/**
 * Notes every fact that was touched, whoever wrote it, in a table that lives with the connection and that a rolled-back transaction rolls
 * back too: no writer can forget to tell the index.
 */
const WATCH = `
  create temp table if not exists vector_touched (fact_rowid integer primary key);
  create temp trigger if not exists vector_fact_in after insert on main.facts begin insert or ignore into vector_touched values (new.rowid); end;
  create temp trigger if not exists vector_fact_out after delete on main.facts begin insert or ignore into vector_touched values (old.rowid); end;
  create temp trigger if not exists vector_fact_new after update of rowid, status, privacy, deletion_id, scope, project_id, thread_id, valid_from, valid_to
    on main.facts begin insert or ignore into vector_touched values (old.rowid); insert or ignore into vector_touched values (new.rowid); end;
  create temp trigger if not exists vector_in after insert on main.fact_vectors begin insert or ignore into vector_touched values (new.fact_rowid); end;
  create temp trigger if not exists vector_out after delete on main.fact_vectors begin insert or ignore into vector_touched values (old.fact_rowid); end;
  create temp trigger if not exists vector_new after update on main.fact_vectors
    begin insert or ignore into vector_touched values (old.fact_rowid); insert or ignore into vector_touched values (new.fact_rowid); end;`

const ROWS = `select f.rowid as rowid, f.scope, f.project_id, f.thread_id, f.status, f.privacy, f.deletion_id, f.valid_from, f.valid_to,
    v.piece_id, v.private, v.embedding
  from facts f left join fact_vectors v on v.fact_rowid = f.rowid and v.model = ?`

function labelsOf(row: IndexRow): SlotLabels {
  return {
    namespace: namespaceName({ scope: row.scope, projectId: row.project_id, threadId: row.thread_id }),
    status: row.status === 'live' || row.status === 'superseded' ? row.status : 'other',
    privacy: row.privacy,
    hidden: row.deletion_id !== null,
    validFrom: row.valid_from,
    validTo: row.valid_to
  }
}

/** A copy: a buffer of SQLite need not begin where floats may. */
function floatsOf(blob: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(blob).buffer)
}

function cosineOf(a: Float32Array, b: Float32Array): number {
  let dot = 0
  let square = 0
  for (let d = 0; d < a.length; d += 1) {
    const value = b[d] ?? 0
    dot += (a[d] ?? 0) * value
    square += value * value
  }
  return square === 0 ? 0 : dot / Math.sqrt(square)
}

/**
 * Finds facts by vector without reading the encrypted file for it: compact vectors in memory, one index for open and one for private rows, so
 * that nothing of a private row (not even the mean) has a part in an open ranking. The best are measured exactly from their rows.
 */
export class VectorIndex {
  readonly #db: Db
  #loaded: Loaded | null = null
  /** Facts that were read inside a transaction, which may yet be rolled back. */
  readonly #doubtful = new Set<number>()
  #timer: NodeJS.Immediate | null = null
  #waiting: (() => void)[] = []
  #closed = false

  constructor(db: Db) {
    this.#db = db
    db.exec(WATCH)
  }

  /** Reads in slices, with pauses, until all vectors of the model are here. Those of another model are let go. */
  load(model: IndexedModel): void {
    this.#use(model)
    this.#goOn()
  }

  /** Resolves when every vector of the model is here, or after `ms`. */
  async ready(model: IndexedModel, ms: number): Promise<void> {
    this.load(model)
    if (this.#loaded?.below === null) return
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      new Promise<void>((resolve) => this.#waiting.push(resolve)),
      new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
    ])
    clearTimeout(timer)
  }

  /** Vectors of the model that are here, and whether these are all. */
  state(): { readonly open: number; readonly private: number; readonly whole: boolean } {
    const loaded = this.#loaded
    return { open: loaded?.open.size ?? 0, private: loaded?.private.size ?? 0, whole: loaded?.below === null }
  }

  /**
   * The facts nearest to a unit vector, best first, with exact cosines. A few thousand vectors that are not here yet are read at once; of more,
   * those that are here answer and the rest follows.
   */
  nearest(model: IndexedModel, query: Float32Array, filter: SlotFilter, stores: readonly Store[], wanted: number): NearFact[] {
    const loaded = this.#use(model)
    this.#advance(loaded, SEARCH_MS)
    this.#goOn()
    const found = stores.flatMap((store) => loaded[store].nearest(query, filter, wanted + SPARE))
    const best = found.sort((a, b) => b.cosine - a.cosine).slice(0, wanted + SPARE)
    return this.#measured(query, best)
      .sort((a, b) => b.cosine - a.cosine || a.rowid - b.rowid)
      .slice(0, wanted)
  }

  /** Cosines of these facts to a unit vector, right to about 0.001; facts whose vector is not here are left out. */
  cosinesOf(model: IndexedModel, query: Float32Array, rowids: readonly number[]): Map<number, number> {
    const loaded = this.#use(model)
    return new Map([...loaded.open.cosinesOf(query, rowids), ...loaded.private.cosinesOf(query, rowids)])
  }

  close(): void {
    this.#closed = true
    if (this.#timer !== null) clearImmediate(this.#timer)
    for (const resolve of this.#waiting.splice(0)) resolve()
    this.#loaded = null
  }

  #use(model: IndexedModel): Loaded {
    const loaded = this.#loaded
    if (loaded !== null && loaded.model.id === model.id && loaded.model.dimensions === model.dimensions) return loaded
    const fresh: Loaded = {
      model: { id: model.id, dimensions: model.dimensions },
      open: new CompactVectors(model.dimensions),
      private: new CompactVectors(model.dimensions),
      below: Number.MAX_SAFE_INTEGER
    }
    this.#loaded = fresh
    return fresh
  }

  #goOn(): void {
    if (this.#closed || this.#timer !== null || this.#loaded === null) return
    if (this.#loaded.below === null && !this.#hasTouched()) return
    this.#timer = setImmediate(() => {
      this.#timer = null
      if (this.#closed || this.#loaded === null) return
      this.#advance(this.#loaded, SLICE_MS)
      if (this.#loaded.below === null) for (const resolve of this.#waiting.splice(0)) resolve()
      this.#goOn()
    })
  }

  #hasTouched(): boolean {
    return this.#doubtful.size > 0 || statement(this.#db, 'select 1 from temp.vector_touched limit 1').get() !== undefined
  }

  #advance(loaded: Loaded, ms: number): void {
    const end = performance.now() + ms
    this.#touchDoubtful()
    while (performance.now() < end && this.#takeTouched(loaded));
    while (performance.now() < end && loaded.below !== null) this.#readDown(loaded)
  }

  /** Once a look, also inside a transaction: it may be another than the one in which they were read. */
  #touchDoubtful(): void {
    if (this.#doubtful.size === 0) return
    const rowids = JSON.stringify([...this.#doubtful])
    statement(this.#db, 'insert or ignore into temp.vector_touched select value from json_each(?)').run(rowids)
    // A rollback would take the row above back as well.
    if (!this.#db.inTransaction) this.#doubtful.clear()
  }

  /** Reads some touched facts anew, the newest first. @returns false when there was none. */
  #takeTouched(loaded: Loaded): boolean {
    const { inTransaction } = this.#db
    const touched = (
      statement(this.#db, `select fact_rowid from temp.vector_touched order by fact_rowid desc limit ${FACTS_AT_ONCE}`).all() as {
        fact_rowid: number
      }[]
    ).map((row) => row.fact_rowid)
    if (touched.length === 0) return false
    const list = JSON.stringify(touched)
    const rows = statement(this.#db, `${ROWS} where f.rowid in (select value from json_each(?)) order by f.rowid`).all(
      loaded.model.id,
      list
    )
    for (const rowid of touched) {
      loaded.open.remove(rowid)
      loaded.private.remove(rowid)
      if (inTransaction) this.#doubtful.add(rowid)
    }
    put(loaded, rows as IndexRow[])
    statement(this.#db, 'delete from temp.vector_touched where fact_rowid in (select value from json_each(?))').run(list)
    return true
  }

  #readDown(loaded: Loaded): void {
    const next = statement(this.#db, `select rowid from facts where rowid < ? order by rowid desc limit ${FACTS_AT_ONCE}`).all(
      loaded.below
    ) as {
      rowid: number
    }[]
    const last = next.at(-1)?.rowid
    const first = next[0]?.rowid
    if (last === undefined || first === undefined) {
      loaded.below = null
      return
    }
    const rows = statement(this.#db, `${ROWS} where f.rowid between ? and ? order by f.rowid`).all(loaded.model.id, last, first)
    put(loaded, rows as IndexRow[])
    loaded.below = last
  }

  #measured(query: Float32Array, found: readonly Near[]): NearFact[] {
    const rows = statement(this.#db, 'select piece_id, embedding from fact_vectors where piece_id in (select value from json_each(?))').all(
      JSON.stringify(found.map((near) => near.pieceId))
    ) as { piece_id: number; embedding: Uint8Array }[]
    const exact = new Map(rows.map((row) => [row.piece_id, cosineOf(query, floatsOf(row.embedding))]))
    return found.map((near) => ({ rowid: near.factRowid, cosine: exact.get(near.pieceId) ?? near.cosine }))
  }
}

/** Rows of whole facts, in the order of their rowids. */
function put(loaded: Loaded, rows: readonly IndexRow[]): void {
  for (let from = 0; from < rows.length;) {
    const first = rows[from]
    if (first === undefined) return
    const pieces: Piece[] = []
    let isPrivate = first.privacy === 'private'
    let to = from
    for (let row = rows[to]; row !== undefined && row.rowid === first.rowid; row = rows[(to += 1)]) {
      if (row.private === 1) isPrivate = true
      if (row.piece_id === null || row.embedding === null) continue
      const vector = floatsOf(row.embedding)
      if (vector.length === loaded.model.dimensions) pieces.push({ pieceId: row.piece_id, vector })
    }
    loaded[isPrivate ? 'open' : 'private'].remove(first.rowid)
    loaded[isPrivate ? 'private' : 'open'].put(first.rowid, labelsOf(first), pieces)
    from = to
  }
}
