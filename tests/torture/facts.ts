import type { Fact } from '../../src/shared/model/memory.ts'

/** What the oracle expects of one fact. Texts are unique in a profile, so a text names a fact. */
export interface ExpectedFact {
  readonly text: string
  status: 'live' | 'superseded'
  readonly key: string | null
  privacy: 'open' | 'private'
  pinned: boolean
  supersededBy: string | null
}

export interface NewFactText {
  readonly text: string
  readonly key: string | null
  readonly privacy: 'open' | 'private'
}

export type FactOp =
  | { readonly kind: 'add'; readonly items: readonly NewFactText[] }
  | { readonly kind: 'replace'; readonly from: string; readonly to: string }
  | { readonly kind: 'pin'; readonly text: string }
  | { readonly kind: 'hide'; readonly text: string }
  | { readonly kind: 'erase'; readonly text: string }
  | { readonly kind: 'hold'; readonly text: string }
  | { readonly kind: 'undo'; readonly text: string }

export interface FactWorld {
  readonly facts: Map<string, ExpectedFact>
  /** Waiting for their ten seconds: hidden now, erased by the next start. Each with all that goes with it. */
  readonly held: Map<string, ExpectedFact[]>
  readonly erased: Set<string>
  /** Facts that a turn was asked to store and did not say it had: they may be there or not. */
  readonly optional: Map<string, NewFactText>
}

export function emptyFactWorld(): FactWorld {
  return { facts: new Map(), held: new Map(), erased: new Set(), optional: new Map() }
}

/** One live fact per key, private ones apart; the newest wins. */
function settleKey(world: FactWorld, winner: ExpectedFact): void {
  if (winner.key === null) return
  for (const other of world.facts.values()) {
    const rivals = other !== winner && other.key === winner.key && other.status === 'live' && other.privacy === winner.privacy
    if (!rivals) continue
    other.status = 'superseded'
    other.supersededBy = winner.text
  }
}

function add(world: FactWorld, item: NewFactText): void {
  if (world.facts.has(item.text)) return
  const fact: ExpectedFact = { ...item, status: 'live', pinned: false, supersededBy: null }
  world.optional.delete(item.text)
  world.facts.set(item.text, fact)
  settleKey(world, fact)
}

function replace(world: FactWorld, from: string, to: string): void {
  const old = world.facts.get(from)
  if (old === undefined) return
  const next: ExpectedFact = { ...old, text: to, supersededBy: null }
  world.facts.set(to, next)
  settleKey(world, next)
  old.status = 'superseded'
  old.supersededBy = to
}

/** A fact and everything that it replaced, all the way back. */
function withHistory(world: FactWorld, text: string): ExpectedFact[] {
  const found = world.facts.get(text)
  if (found === undefined) return []
  const older = [...world.facts.values()].filter((fact) => fact.supersededBy === text)
  return [found, ...older.flatMap((fact) => withHistory(world, fact.text))]
}

function hold(world: FactWorld, text: string): void {
  const gone = withHistory(world, text)
  for (const fact of gone) world.facts.delete(fact.text)
  world.held.set(text, gone)
}

function eraseHeld(world: FactWorld, text: string): void {
  for (const fact of world.held.get(text) ?? []) world.erased.add(fact.text)
  world.held.delete(text)
}

function undo(world: FactWorld, text: string): void {
  const back = world.held.get(text) ?? []
  world.held.delete(text)
  for (const fact of back) world.facts.set(fact.text, fact)
  const [first] = back
  if (first?.status !== 'live' || first.key === null) return
  // What was said meanwhile is newer.
  const newer = [...world.facts.values()].find(
    (fact) => fact !== first && fact.key === first.key && fact.status === 'live' && fact.privacy === first.privacy
  )
  if (newer === undefined) return
  first.status = 'superseded'
  first.supersededBy = newer.text
}

/** What an operation that happened does to the expectation. */
export function applyFactOp(world: FactWorld, op: FactOp): void {
  switch (op.kind) {
    case 'add':
      for (const item of op.items) add(world, item)
      break
    case 'replace':
      replace(world, op.from, op.to)
      break
    case 'pin':
    case 'hide': {
      const fact = world.facts.get(op.text)
      if (fact === undefined) return
      if (op.kind === 'pin') fact.pinned = true
      else fact.privacy = 'private'
      break
    }
    case 'erase':
      hold(world, op.text)
      eraseHeld(world, op.text)
      break
    case 'hold':
      hold(world, op.text)
      break
    case 'undo':
      undo(world, op.text)
      break
  }
}

/** Whether an operation that was never answered happened, by what is there now. A half of it is no answer: the comparison finds that. */
export function happened(op: FactOp, there: ReadonlyMap<string, Fact>): boolean {
  switch (op.kind) {
    case 'add':
      return op.items.some((item) => there.has(item.text))
    case 'replace':
      return there.has(op.to)
    case 'pin':
      return there.get(op.text)?.pinned === true
    case 'hide':
      return there.get(op.text)?.privacy === 'private'
    case 'erase':
    case 'hold':
      return !there.has(op.text)
    case 'undo':
      return there.has(op.text)
  }
}

/** A new start: unanswered operations in the order in which they were sent, then everything that waited is erased. */
export function settleFacts(world: FactWorld, unanswered: readonly FactOp[], there: ReadonlyMap<string, Fact>): void {
  for (const op of unanswered) if (happened(op, there)) applyFactOp(world, op)
  for (const text of world.held.keys()) eraseHeld(world, text)
  for (const [text, item] of world.optional) if (there.has(text)) add(world, item)
  world.optional.clear()
}

function differences(expected: ExpectedFact, found: Fact, textOf: ReadonlyMap<string, string>): string[] {
  const by = found.supersededBy === null ? null : (textOf.get(found.supersededBy) ?? 'nothing that is there')
  const pairs: [string, unknown, unknown][] = [
    ['status', expected.status, found.status],
    ['key', expected.key, found.key],
    ['privacy', expected.privacy, found.privacy],
    ['pinned', expected.pinned, found.pinned],
    ['superseded by', expected.supersededBy, by]
  ]
  return pairs.flatMap(([name, wanted, is]) =>
    wanted === is ? [] : [`fact "${expected.text}": ${name} is ${String(is)}, not ${String(wanted)}`]
  )
}

/** Two facts that hold at once with one key. */
function keyClashes(found: readonly Fact[]): string[] {
  const seen = new Map<string, string>()
  return found.flatMap((fact) => {
    if (fact.key === null || fact.status !== 'live') return []
    const place = `${fact.scope} ${fact.projectId} ${fact.privacy === 'private'} ${fact.key}`
    const other = seen.get(place)
    seen.set(place, fact.text)
    return other === undefined ? [] : [`two live facts with the key ${fact.key}: "${other}" and "${fact.text}"`]
  })
}

/** Everything that is not as it must be. Empty when all is well. */
export function compareFacts(world: FactWorld, found: readonly Fact[]): string[] {
  const there = new Map(found.map((fact) => [fact.text, fact]))
  const textOf = new Map(found.map((fact) => [fact.factId, fact.text]))
  const lost = [...world.facts.values()].flatMap((expected) => {
    const fact = there.get(expected.text)
    return fact === undefined ? [`lost: the ${expected.status} fact "${expected.text}"`] : differences(expected, fact, textOf)
  })
  const back = found.flatMap((fact) => {
    if (world.erased.has(fact.text)) return [`back: the deleted fact "${fact.text}"`]
    return world.facts.has(fact.text) ? [] : [`a fact that nobody stored: "${fact.text}"`]
  })
  const twice = found.length === there.size ? [] : [`${found.length - there.size} texts are there twice`]
  return [...lost, ...back, ...twice, ...keyClashes(found)]
}
