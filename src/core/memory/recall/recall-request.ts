import type { FactCategory, FactSource } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { statement } from '../../db/statements.ts'
import type { Db } from '../../db/database.ts'
import type { Store } from '../facts/fact-index.ts'

export interface RecallRequest {
  readonly query: string
  /** Ids of facts whose whole text is the query, one per namespace. */
  readonly exactIds: readonly string[]
  /** Facts at the most. */
  readonly limit: number
  /** `local` may see private rows; a remote turn reads only the tables of open rows, and of those no `ask` row. */
  readonly audience: 'local' | 'remote'
  /** Namespaces that may be read, as `namespaceName` writes them. */
  readonly scopes: readonly string[]
  /** Milliseconds since the epoch: what was believed then. Null means now. */
  readonly asOf: number | null
  /** False gives the best there is, even when nothing is relevant. */
  readonly abstain: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A fact that recall looks at. Times in milliseconds since the epoch. */
export interface Candidate {
  readonly rowid: number
  readonly id: string
  readonly text: string
  readonly normal_text: string
  readonly aliases: string
  readonly privacy: Privacy
  readonly pinned: number
  readonly confidence: number
  readonly category: FactCategory | null
  readonly source: FactSource
  readonly valid_from: number
  readonly created_at: number
}

/** One way of finding: candidates, best first. */
export interface Leg {
  /** `worth` is the part of the leg's weight that a candidate has, 0 to 1. */
  readonly candidates: readonly { readonly row: Candidate; readonly worth: number }[]
  /** In the fusion of ranks. */
  readonly weight: number
}

/** Candidates of a leg. */
export const CANDIDATES = 50
/** Characters of a query that tell its language and concepts. */
export const QUERY_HEAD = 400

export const emptyLeg: Leg = { candidates: [], weight: 1 }

const COLUMNS =
  'f.rowid as rowid, f.id as id, f.text as text, f.normal_text as normal_text, f.aliases as aliases, f.privacy as privacy, f.pinned as pinned, f.confidence as confidence, f.category as category, f.source as source, f.valid_from as valid_from, f.created_at as created_at'

export function storesOf(request: RecallRequest): readonly Store[] {
  return request.audience === 'local' ? ['open', 'private'] : ['open']
}

/**
 * Conditions on `facts f` that hold for every leg; values in the order of `filterValues`. The `+` keeps off the index of `status`, which
 * nearly every row matches: each leg names its rows itself, and scanning instead took 2 ms per leg with 10,000 facts.
 */
function filterSql(request: RecallRequest): string {
  const labels = request.audience === 'local' ? '' : ` and f.privacy = 'open'`
  const time =
    request.asOf === null ? ` and +f.status = 'live'` : ` and +f.status in ('live', 'superseded') and f.valid_from <= ? and f.valid_to > ?`
  return `f.deletion_id is null${labels}${time} and (f.scope || coalesce(':' || coalesce(f.project_id, f.thread_id), '')) in (select value from json_each(?))`
}

function filterValues(request: RecallRequest): unknown[] {
  const time = request.asOf === null ? [] : [request.asOf, request.asOf]
  return [...time, JSON.stringify(request.scopes)]
}

/**
 * Facts that a request may see, of those that `condition` names.
 * @param condition on `facts f`, a constant of the code; `tail` likewise, behind all conditions.
 */
export function allowedFacts(db: Db, request: RecallRequest, condition: string, values: readonly unknown[], tail = ''): Candidate[] {
  return statement(db, `select ${COLUMNS} from facts f where ${condition} and ${filterSql(request)} ${tail}`).all(
    ...values,
    ...filterValues(request)
  ) as Candidate[]
}

/** Facts of these rows that a request may see, by their rowid. */
export function allowedRows(db: Db, request: RecallRequest, rowids: readonly number[]): Map<number, Candidate> {
  const rows = allowedFacts(db, request, 'f.rowid in (select value from json_each(?))', [JSON.stringify(rowids)])
  return new Map(rows.map((row) => [row.rowid, row]))
}
