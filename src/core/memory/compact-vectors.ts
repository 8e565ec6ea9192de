/** What of a fact decides whether a search may see it. Times in milliseconds since the epoch. */
export interface SlotLabels {
  readonly namespace: string
  readonly status: 'live' | 'superseded' | 'other'
  readonly privacy: 'open' | 'ask' | 'private'
  /** Waits to be erased. */
  readonly hidden: boolean
  readonly validFrom: number
  readonly validTo: number
}

/** One vector of a fact: a long text has several. */
export interface Piece {
  readonly pieceId: number
  /** Of unit length. */
  readonly vector: Float32Array
}

export interface SlotFilter {
  readonly scopes: readonly string[]
  readonly audience: 'local' | 'remote'
  /** Milliseconds since the epoch; null means now. */
  readonly asOf: number | null
}

export interface Near {
  readonly factRowid: number
  /** The piece of the fact that is nearest. */
  readonly pieceId: number
  /** From one byte per dimension: right to about 0.005. */
  readonly cosine: number
}

const LIVE = 1
const PAST = 2
const ASK = 4
const FREE = 0
/** Up to so many vectors all are compared; beyond, their sign bits choose which. */
const FEW = 4_096
/** Vectors whose bytes are compared after their bits. */
const BY_BITS = 2_000
/** From the mean of so many vectors the signs are taken. */
const MEAN_SAMPLE = 4_096
const NONE = -1

function grown<T extends Float64Array | Float32Array | Int32Array | Int8Array | Uint8Array | Uint32Array>(old: T, next: T): T {
  next.set(old)
  return next
}

/**
 * The vectors of one store, small enough to stay in memory: a byte per dimension, and beyond some thousands the sign bits of the vectors
 * less their mean. The signs choose candidates (the query, less the mean, against them: asymmetric, so that large dimensions count more), the
 * bytes put them in order. Without the mean, embeddings that all point into one corner share most of their signs. What is removed is overwritten.
 */
export class CompactVectors {
  readonly #dimensions: number
  readonly #signBytes: number
  readonly #namespaces = new Map<string, number>()
  readonly #firstSlot = new Map<number, number>()
  readonly #free: number[] = []
  #end = 0
  #capacity = 256
  #codes: Int8Array
  #scales = new Float32Array(256)
  #flags = new Uint8Array(256)
  #namespaceOf = new Uint32Array(256)
  #from = new Float64Array(256)
  #to = new Float64Array(256)
  #factOf = new Float64Array(256)
  #pieceOf = new Float64Array(256)
  #next = new Int32Array(256)
  /** Null while all are compared anyway. */
  #signs: { readonly mean: Float32Array; readonly madeAt: number; bits: Uint8Array } | null = null

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#signBytes = Math.ceil(dimensions / 8)
    this.#codes = new Int8Array(256 * dimensions)
  }

  /** Vectors, several for a long fact. */
  get size(): number {
    return this.#end - this.#free.length
  }

  has(factRowid: number): boolean {
    return this.#firstSlot.has(factRowid)
  }

  /** Sets the vectors of a fact in place of those it had. */
  put(factRowid: number, labels: SlotLabels, pieces: readonly Piece[]): void {
    this.remove(factRowid)
    let next = NONE
    for (const { pieceId, vector } of pieces) {
      const slot = this.#takeSlot()
      this.#factOf[slot] = factRowid
      this.#pieceOf[slot] = pieceId
      this.#next[slot] = next
      this.#namespaceOf[slot] = this.#namespaceId(labels.namespace)
      this.#from[slot] = labels.validFrom
      this.#to[slot] = labels.validTo
      this.#flags[slot] = flagsOf(labels)
      this.#encode(slot, vector)
      next = slot
    }
    if (next !== NONE) this.#firstSlot.set(factRowid, next)
    if (this.size > FEW && (this.#signs === null || this.size > this.#signs.madeAt * 4)) this.#takeSigns()
  }

  remove(factRowid: number): void {
    let slot = this.#firstSlot.get(factRowid) ?? NONE
    this.#firstSlot.delete(factRowid)
    while (slot !== NONE) {
      this.#codes.fill(0, slot * this.#dimensions, (slot + 1) * this.#dimensions)
      this.#signs?.bits.fill(0, slot * this.#signBytes, (slot + 1) * this.#signBytes)
      this.#flags[slot] = FREE
      this.#free.push(slot)
      slot = this.#next[slot] ?? NONE
    }
  }

  /** The facts nearest to a unit vector, each by its nearest piece. */
  nearest(query: Float32Array, filter: SlotFilter, wanted: number): Near[] {
    const allowed = this.#allowed(filter)
    const slots = this.#signs === null ? allowed : this.#byBits(query, allowed)
    const best = new Map<number, Near>()
    for (const slot of slots) {
      const factRowid = this.#factOf[slot] ?? 0
      const cosine = this.#cosine(query, slot)
      if (cosine > (best.get(factRowid)?.cosine ?? -2)) best.set(factRowid, { factRowid, pieceId: this.#pieceOf[slot] ?? 0, cosine })
    }
    return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.factRowid - b.factRowid).slice(0, wanted)
  }

  #namespaceId(name: string): number {
    const known = this.#namespaces.get(name)
    if (known !== undefined) return known
    this.#namespaces.set(name, this.#namespaces.size)
    return this.#namespaces.size - 1
  }

  #takeSlot(): number {
    const freed = this.#free.pop()
    if (freed !== undefined) return freed
    if (this.#end === this.#capacity) this.#grow()
    this.#end += 1
    return this.#end - 1
  }

  #grow(): void {
    const size = Math.ceil(this.#capacity * 1.5)
    this.#codes = grown(this.#codes, new Int8Array(size * this.#dimensions))
    this.#scales = grown(this.#scales, new Float32Array(size))
    this.#flags = grown(this.#flags, new Uint8Array(size))
    this.#namespaceOf = grown(this.#namespaceOf, new Uint32Array(size))
    this.#from = grown(this.#from, new Float64Array(size))
    this.#to = grown(this.#to, new Float64Array(size))
    this.#factOf = grown(this.#factOf, new Float64Array(size))
    this.#pieceOf = grown(this.#pieceOf, new Float64Array(size))
    this.#next = grown(this.#next, new Int32Array(size))
    if (this.#signs !== null) this.#signs.bits = grown(this.#signs.bits, new Uint8Array(size * this.#signBytes))
    this.#capacity = size
  }

  #encode(slot: number, vector: Float32Array): void {
    let most = 0
    for (const value of vector) most = Math.max(most, Math.abs(value))
    const scale = most / 127 || 1
    this.#scales[slot] = scale
    const start = slot * this.#dimensions
    for (let d = 0; d < this.#dimensions; d += 1) this.#codes[start + d] = Math.round((vector[d] ?? 0) / scale)
    if (this.#signs !== null) this.#encodeSigns(slot, this.#signs.mean, this.#signs.bits)
  }

  #encodeSigns(slot: number, mean: Float32Array, bits: Uint8Array): void {
    const start = slot * this.#dimensions
    const scale = this.#scales[slot] ?? 1
    for (let byte = 0; byte < this.#signBytes; byte += 1) {
      let value = 0
      const end = Math.min(8, this.#dimensions - byte * 8)
      for (let bit = 0; bit < end; bit += 1) {
        const d = byte * 8 + bit
        if ((this.#codes[start + d] ?? 0) * scale > (mean[d] ?? 0)) value |= 1 << bit
      }
      bits[slot * this.#signBytes + byte] = value
    }
  }

  /** Anew when there are four times as many: 60 ms for 100,000 vectors. */
  #takeSigns(): void {
    const mean = new Float32Array(this.#dimensions)
    const step = Math.max(1, Math.floor(this.#end / MEAN_SAMPLE))
    let count = 0
    for (let slot = 0; slot < this.#end; slot += step) {
      if (this.#flags[slot] === FREE) continue
      const start = slot * this.#dimensions
      const scale = this.#scales[slot] ?? 1
      for (let d = 0; d < this.#dimensions; d += 1) mean[d] = (mean[d] ?? 0) + (this.#codes[start + d] ?? 0) * scale
      count += 1
    }
    for (let d = 0; d < this.#dimensions; d += 1) mean[d] = (mean[d] ?? 0) / Math.max(1, count)
    const bits = new Uint8Array(this.#capacity * this.#signBytes)
    for (let slot = 0; slot < this.#end; slot += 1) if (this.#flags[slot] !== FREE) this.#encodeSigns(slot, mean, bits)
    this.#signs = { mean, bits, madeAt: this.size }
  }

  #allowed(filter: SlotFilter): number[] {
    const scopes = new Uint8Array(this.#namespaces.size)
    for (const scope of filter.scopes) {
      const id = this.#namespaces.get(scope)
      if (id !== undefined) scopes[id] = 1
    }
    const refused = filter.audience === 'remote' ? ASK : 0
    const wanted = filter.asOf === null ? LIVE : LIVE | PAST
    const slots: number[] = []
    for (let slot = 0; slot < this.#end; slot += 1) {
      const flags = this.#flags[slot] ?? FREE
      if ((flags & wanted) === 0 || (flags & refused) !== 0 || scopes[this.#namespaceOf[slot] ?? 0] !== 1) continue
      if (filter.asOf !== null && ((this.#from[slot] ?? 0) > filter.asOf || (this.#to[slot] ?? 0) <= filter.asOf)) continue
      slots.push(slot)
    }
    return slots
  }

  /** Of these slots, the nearest by the signs of all dimensions. */
  #byBits(query: Float32Array, slots: readonly number[]): readonly number[] {
    const signs = this.#signs
    if (signs === null || slots.length <= BY_BITS) return slots
    const { bits } = signs
    const bytes = this.#signBytes
    const worth = this.#worthOfBytes(query, signs.mean)
    const scores = new Float32Array(slots.length)
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let at = 0; at < slots.length; at += 1) {
      const start = (slots[at] ?? 0) * bytes
      let score = 0
      for (let byte = 0; byte < bytes; byte += 1) score += worth[(byte << 8) | (bits[start + byte] ?? 0)] ?? 0
      scores[at] = score
      if (score < least) least = score
      if (score > most) most = score
    }
    const limit = levelOf(scores, least, most, BY_BITS)
    return slots.filter((_, at) => (scores[at] ?? 0) >= limit)
  }

  /** What each value of each byte of signs adds: the sum of the query's dimensions, less the mean, whose bits are set. */
  #worthOfBytes(query: Float32Array, mean: Float32Array): Float32Array {
    const worth = new Float32Array(this.#signBytes * 256)
    for (let byte = 0; byte < this.#signBytes; byte += 1) {
      for (let value = 1; value < 256; value += 1) {
        const highest = 31 - Math.clz32(value)
        const d = byte * 8 + highest
        worth[(byte << 8) | value] = (worth[(byte << 8) | (value ^ (1 << highest))] ?? 0) + (query[d] ?? 0) - (mean[d] ?? 0)
      }
    }
    return worth
  }

  #cosine(query: Float32Array, slot: number): number {
    const codes = this.#codes
    const start = slot * this.#dimensions
    let sum = 0
    for (let d = 0; d < this.#dimensions; d += 1) sum += (query[d] ?? 0) * (codes[start + d] ?? 0)
    return sum * (this.#scales[slot] ?? 0)
  }
}

const LEVELS = 2_048

/** A score that about `wanted` of the scores reach, and never fewer. */
function levelOf(scores: Float32Array, least: number, most: number, wanted: number): number {
  const step = (most - least) / LEVELS || 1
  const counts = new Uint32Array(LEVELS + 1)
  for (const score of scores) {
    const level = Math.floor((score - least) / step)
    counts[level] = (counts[level] ?? 0) + 1
  }
  let level = LEVELS
  for (let seen = counts[level] ?? 0; seen < wanted && level > 0; seen += counts[level] ?? 0) level -= 1
  return least + (level - 0.001) * step
}

function flagsOf(labels: SlotLabels): number {
  if (labels.hidden || labels.status === 'other') return FREE
  return (labels.status === 'live' ? LIVE : PAST) | (labels.privacy === 'ask' ? ASK : 0)
}
