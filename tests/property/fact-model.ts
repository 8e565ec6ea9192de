import type { Privacy } from '../../src/shared/model/privacy.ts'
import { strictest } from '../../src/shared/privacy-order.ts'

/** What the rules of memory say about one row, in the plainest form: lists and loops, no index, no SQL. */
export interface ModelFact {
  place: string
  text: string
  key: string | null
  privacy: Privacy
  pinned: boolean
  status: 'live' | 'superseded' | 'proposed'
  from: number
  by: ModelFact | null
  hidden: string | null
  /** Replaced by a newer row of the same text; from then on the text does not name it any more. */
  isOld: boolean
}

export interface ModelDraft {
  readonly place: string
  readonly text: string
  readonly key: string | null
  readonly privacy: Privacy | undefined
  readonly createdAt: number | undefined
  readonly proposed: boolean
}

export interface ModelPatch {
  readonly text?: string | undefined
  readonly privacy?: Privacy | undefined
  readonly key?: string | null | undefined
  readonly pinned?: boolean | undefined
  readonly confirmed?: true | undefined
}

export const same = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ').trim()

/** The oracle: what must be there after a row of operations. In the order in which rows were stored. */
export class FactModel {
  rows: ModelFact[] = []

  /** The row that a text names now; older rows of the same text are history. */
  named(place: string, text: string): ModelFact | undefined {
    return this.rows.find((row) => !row.isOld && row.place === place && same(row.text) === same(text))
  }

  visible(): ModelFact[] {
    return this.rows.filter((row) => row.hidden === null)
  }

  add(draft: ModelDraft, now: number): void {
    const known = this.named(draft.place, draft.text)
    if (known !== undefined) {
      if (draft.proposed && (known.hidden !== null || known.status === 'proposed')) return
      if (known.hidden === null && known.status === 'live') return draft.proposed ? undefined : this.#meet(known, draft, now)
      if (known.hidden !== null || known.status === 'proposed') this.#drop(known)
      else known.isOld = true
    }
    const row: ModelFact = {
      place: draft.place,
      text: draft.text,
      key: draft.key,
      privacy: draft.privacy ?? 'open',
      pinned: false,
      status: draft.proposed ? 'proposed' : 'live',
      from: draft.createdAt ?? now,
      by: null,
      hidden: null,
      isOld: false
    }
    this.rows.push(row)
    // What named the dropped row as its heir names the one that took its place.
    for (const other of this.rows) if (other.by === known && known !== undefined && !this.rows.includes(known)) other.by = row
    this.#settle(row, draft.createdAt === undefined)
  }

  #meet(known: ModelFact, draft: ModelDraft, now: number): void {
    this.#label(known, strictest([known.privacy, draft.privacy ?? known.privacy]))
    if (draft.key === null || known.key !== null) return
    const since = draft.createdAt ?? now
    if (draft.createdAt !== undefined && this.#rivals({ ...known, key: draft.key }, known).some((rival) => rival.from > since)) return
    known.key = draft.key
    this.#settle(known, true)
  }

  #label(row: ModelFact, privacy: Privacy): void {
    const moves = (row.privacy === 'private') !== (privacy === 'private')
    row.privacy = privacy
    if (moves) this.#settle(row, true)
  }

  #rivals(like: ModelFact, self: ModelFact): ModelFact[] {
    return this.visible().filter(
      (row) =>
        row !== self &&
        row.status === 'live' &&
        row.key === like.key &&
        row.place === like.place &&
        (row.privacy === 'private') === (like.privacy === 'private')
    )
  }

  #settle(row: ModelFact, wins: boolean): void {
    if (row.key === null || row.status !== 'live') return
    for (const rival of this.#rivals(row, row)) {
      const older = rival.from < row.from || (rival.from === row.from && this.rows.indexOf(rival) < this.rows.indexOf(row))
      const [loser, winner] = wins || older ? [rival, row] : [row, rival]
      loser.status = 'superseded'
      loser.by = winner
      if (loser === row) return
    }
  }

  update(row: ModelFact, patch: ModelPatch, now: number): ModelFact {
    if (patch.text === undefined || same(patch.text) === same(row.text)) {
      this.#change(row, patch)
      return row
    }
    const known = this.named(row.place, patch.text)
    const merged = known?.status === 'live' && known.hidden === null
    if (!merged) {
      const { place } = row
      const key = patch.key === undefined ? row.key : patch.key
      this.add({ place, text: patch.text, key, privacy: patch.privacy ?? row.privacy, createdAt: undefined, proposed: false }, now)
    }
    const next = this.named(row.place, patch.text)
    if (next === undefined) throw new Error('the new text is nowhere')
    if (!merged) next.pinned = patch.pinned ?? row.pinned
    if (row.status === 'live') {
      row.status = 'superseded'
      row.by = next
    } else if (row.status === 'proposed') this.#drop(row)
    if (merged) {
      this.#change(next, {
        privacy: patch.privacy ?? strictest([row.privacy, next.privacy]),
        key: patch.key === undefined ? (next.key ?? row.key) : patch.key,
        pinned: patch.pinned ?? (next.pinned || row.pinned)
      })
    }
    return next
  }

  #change(row: ModelFact, patch: ModelPatch): void {
    if (patch.privacy !== undefined) this.#label(row, patch.privacy)
    const accepted = patch.confirmed === true && row.status === 'proposed'
    const keyed = patch.key !== undefined && patch.key !== row.key
    if (accepted) row.status = 'live'
    row.key = patch.key === undefined ? row.key : patch.key
    row.pinned = patch.pinned ?? row.pinned
    if (accepted || keyed) this.#settle(row, true)
  }

  /** A fact and all that it replaced, all the way back. */
  chain(row: ModelFact): ModelFact[] {
    return [row, ...this.rows.filter((other) => other.by === row).flatMap((other) => this.chain(other))]
  }

  erase(row: ModelFact): void {
    for (const gone of this.chain(row)) this.#drop(gone)
  }

  hide(row: ModelFact, deletion: string): void {
    for (const gone of this.chain(row)) gone.hidden ??= deletion
  }

  undo(deletion: string): void {
    const back = this.rows.filter((row) => row.hidden === deletion)
    for (const row of back) row.hidden = null
    for (const row of back) this.#settle(row, false)
  }

  carryOut(): void {
    for (const row of this.rows.filter((one) => one.hidden !== null)) this.erase(row)
  }

  #drop(row: ModelFact): void {
    this.rows = this.rows.filter((other) => other !== row)
  }
}
