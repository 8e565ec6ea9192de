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
/** Vectors whose bytes are compared after their bits: so many at least, and one in so many. */
const BY_BITS = 3_000
const ONE_IN = 10
/** From the mean of so many vectors the signs are taken. */
const MEAN_SAMPLE = 4_096
const NONE = -1

function bitsSet(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function grown<T extends Float64Array | Float32Array | Int32Array | Int8Array | Uint8Array | Uint32Array>(old: T, next: T): T {
  next.set(old)
  return next
}

/**
 * The vectors of one store, small enough to stay in memory: a byte per dimension, and beyond some thousands the sign bits of the vectors
 * less their mean. The signs choose candidates by Hamming distance, the bytes put them in order. Without the mean, embeddings that all point into one corner share most of their signs. What is removed is overwritten.
 */
export class CompactVectors {
  readonly #dimensions: number
  readonly #words: number
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
  #signs: { readonly mean: Float32Array; readonly madeAt: number; bits: Int32Array } | null = null

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#words = Math.ceil(dimensions / 32)
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
      this.#signs?.bits.fill(0, slot * this.#words, (slot + 1) * this.#words)
      this.#flags[slot] = FREE
      this.#free.push(slot)
      slot = this.#next[slot] ?? NONE
    }
  }

  /** The facts nearest to a unit vector, each by its nearest piece. */
  nearest(query: Float32Array, filter: SlotFilter, wanted: number): Near[] {
    const allowed = this.#allowed(filter)
    const slots = this.#signs === null ? allowed : this.#byBits(query, allowed)
    const cosines = new Float32Array(slots.length)
    for (let at = 0; at < slots.length; at += 1) cosines[at] = this.#cosine(query, slots[at] ?? 0)
    const sorted = cosines.toSorted()
    // Several pieces of one fact may stand among the first, so more are looked at when facts are missing.
    for (let looked = wanted * 2; ; looked *= 4) {
      const found = this.#facts(slots, cosines, sorted.at(-looked) ?? -2)
      if (found.length >= wanted || looked >= slots.length) return found.slice(0, wanted)
    }
  }

  /** The facts of the slots that reach a cosine, each by its nearest piece, best first. */
  #facts(slots: Int32Array, cosines: Float32Array, least: number): Near[] {
    const best = new Map<number, Near>()
    for (let at = 0; at < slots.length; at += 1) {
      const cosine = cosines[at] ?? -2
      if (cosine < least) continue
      const slot = slots[at] ?? 0
      const factRowid = this.#factOf[slot] ?? 0
      if (cosine > (best.get(factRowid)?.cosine ?? -2)) best.set(factRowid, { factRowid, pieceId: this.#pieceOf[slot] ?? 0, cosine })
    }
    return [...best.values()].sort((a, b) => b.cosine - a.cosine || a.factRowid - b.factRowid)
  }

  /** Cosines of these facts, each by its nearest piece; facts without a vector are left out. */
  cosinesOf(query: Float32Array, factRowids: readonly number[]): Map<number, number> {
    const cosines = new Map<number, number>()
    for (const factRowid of factRowids) {
      for (let slot = this.#firstSlot.get(factRowid) ?? NONE; slot !== NONE; slot = this.#next[slot] ?? NONE) {
        cosines.set(factRowid, Math.max(this.#cosine(query, slot), cosines.get(factRowid) ?? -1))
      }
    }
    return cosines
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
    if (this.#signs !== null) this.#signs.bits = grown(this.#signs.bits, new Int32Array(size * this.#words))
    this.#capacity = size
  }

  #encode(slot: number, vector: Float32Array): void {
    const dimensions = this.#dimensions
    let most = 0
    for (let d = 0; d < dimensions; d += 1) {
      const value = vector[d] ?? 0
      if (value > most) most = value
      else if (-value > most) most = -value
    }
    const scale = most / 127 || 1
    this.#scales[slot] = scale
    const codes = this.#codes
    const start = slot * dimensions
    for (let d = 0; d < dimensions; d += 1) codes[start + d] = Math.round((vector[d] ?? 0) / scale)
    if (this.#signs !== null) this.#encodeSigns(slot, this.#signs.mean, this.#signs.bits)
  }

  #encodeSigns(slot: number, mean: Float32Array, bits: Int32Array): void {
    const start = slot * this.#dimensions
    const scale = this.#scales[slot] ?? 1
    for (let word = 0; word < this.#words; word += 1) {
      const from = word * 32
      const end = Math.min(32, this.#dimensions - from)
      let value = 0
      for (let bit = 0; bit < end; bit += 1) {
        if ((this.#codes[start + from + bit] ?? 0) * scale > (mean[from + bit] ?? 0)) value |= 1 << bit
      }
      bits[slot * this.#words + word] = value
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
    const bits = new Int32Array(this.#capacity * this.#words)
    for (let slot = 0; slot < this.#end; slot += 1) if (this.#flags[slot] !== FREE) this.#encodeSigns(slot, mean, bits)
    this.#signs = { mean, bits, madeAt: this.size }
  }

  #allowed(filter: SlotFilter): Int32Array {
    const scopes = new Uint8Array(this.#namespaces.size)
    for (const scope of filter.scopes) {
      const id = this.#namespaces.get(scope)
      if (id !== undefined) scopes[id] = 1
    }
    const refused = filter.audience === 'remote' ? ASK : 0
    const wanted = filter.asOf === null ? LIVE : LIVE | PAST
    const slots = new Int32Array(this.#end)
    let count = 0
    for (let slot = 0; slot < this.#end; slot += 1) {
      const flags = this.#flags[slot] ?? FREE
      if ((flags & wanted) === 0 || (flags & refused) !== 0 || scopes[this.#namespaceOf[slot] ?? 0] !== 1) continue
      if (filter.asOf !== null && ((this.#from[slot] ?? 0) > filter.asOf || (this.#to[slot] ?? 0) <= filter.asOf)) continue
      slots[count] = slot
      count += 1
    }
    return slots.subarray(0, count)
  }

  /** Of these slots, those nearest by the signs of all dimensions: a tenth, 3,000 at least, more when the last of them are equally far. */
  #byBits(query: Float32Array, slots: Int32Array): Int32Array {
    const signs = this.#signs
    if (signs === null || slots.length <= BY_BITS) return slots
    const asked = this.#signsOf(query, signs.mean)
    const { bits } = signs
    const words = this.#words
    const distances = new Uint16Array(slots.length)
    const counts = new Uint32Array(words * 32 + 1)
    for (let at = 0; at < slots.length; at += 1) {
      const start = (slots[at] ?? 0) * words
      let distance = 0
      for (let word = 0; word < words; word += 1) distance += bitsSet((bits[start + word] ?? 0) ^ (asked[word] ?? 0))
      distances[at] = distance
      counts[distance] = (counts[distance] ?? 0) + 1
    }
    let limit = 0
    let nearer = counts[0] ?? 0
    const wanted = Math.max(BY_BITS, slots.length / ONE_IN)
    while (nearer < wanted) nearer += counts[(limit += 1)] ?? 0
    const chosen = new Int32Array(nearer)
    let count = 0
    for (let at = 0; at < slots.length; at += 1) {
      if ((distances[at] ?? 0) > limit) continue
      chosen[count] = slots[at] ?? 0
      count += 1
    }
    return chosen
  }

  #signsOf(query: Float32Array, mean: Float32Array): Int32Array {
    const signs = new Int32Array(this.#words)
    for (let d = 0; d < this.#dimensions; d += 1) {
      if ((query[d] ?? 0) > (mean[d] ?? 0)) signs[d >> 5] = (signs[d >> 5] ?? 0) | (1 << (d & 31))
    }
    return signs
  }

  #cosine(query: Float32Array, slot: number): number {
    return dot(query, this.#codes, slot * this.#dimensions) * (this.#scales[slot] ?? 0)
  }
}

function dot(query: Float32Array, codes: Int8Array, start: number): number {
  let sum = 0
  for (let d = 0; d < query.length; d += 1) sum += (query[d] ?? 0) * (codes[start + d] ?? 0)
  return sum
}

function flagsOf(labels: SlotLabels): number {
  if (labels.hidden || labels.status === 'other') return FREE
  return (labels.status === 'live' ? LIVE : PAST) | (labels.privacy === 'ask' ? ASK : 0)
}
