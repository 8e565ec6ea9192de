/** Numbers that a seed decides, so that a run can be repeated. */
export interface Random {
  /** 0 up to, but not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both possible. */
  between(low: number, high: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** A stream of its own, so that one part drawing more often does not change another part. */
  fork(name: string): Random
}

/** Mulberry32: small, fast, good enough to scatter kills. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (list) => {
      const found = list[between(0, list.length - 1)]
      if (found === undefined) throw new RangeError('nothing to pick from')
      return found
    },
    fork: (name) => {
      let mixed = seed >>> 0
      for (const character of name) mixed = (Math.imul(mixed, 31) + character.charCodeAt(0)) >>> 0
      return seededRandom(mixed)
    }
  }
}
