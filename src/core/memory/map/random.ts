/** Numbers from 0 to 1 that are the same every time (a linear congruential generator, constants of Numerical Recipes): one memory, one map. */
export function steadyRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
