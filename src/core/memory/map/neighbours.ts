import type { Pause, Points } from './components.ts'

/** Points that are looked at without a pause. */
const SLICE = 16

/** Keeps the `kept` nearest, sorted, by insertion: there are only a few. */
function insert(distances: Float32Array, ids: Int32Array, distance: number, id: number): void {
  let at = ids.length - 1
  if (distance >= (distances[at] ?? 0)) return
  for (; at > 0 && distance < (distances[at - 1] ?? 0); at -= 1) {
    distances[at] = distances[at - 1] ?? 0
    ids[at] = ids[at - 1] ?? 0
  }
  distances[at] = distance
  ids[at] = id
}

function squareDistance(values: Float32Array, one: number, other: number, dimensions: number): number {
  let sum = 0
  for (let at = 0; at < dimensions; at += 1) {
    const difference = (values[one * dimensions + at] ?? 0) - (values[other * dimensions + at] ?? 0)
    sum += difference * difference
  }
  return sum
}

/** The `kept` nearest other points of each point, exactly; after one another. */
export async function nearestNeighbours({ count, dimensions, values }: Points, kept: number, pause: Pause): Promise<Int32Array> {
  const found = new Int32Array(count * kept)
  for (let one = 0; one < count; one += 1) {
    const distances = new Float32Array(kept).fill(Infinity)
    const ids = found.subarray(one * kept, (one + 1) * kept)
    for (let other = 0; other < count; other += 1) {
      if (other !== one) insert(distances, ids, squareDistance(values, one, other, dimensions), other)
    }
    if (one % SLICE === SLICE - 1) await pause()
  }
  return found
}
