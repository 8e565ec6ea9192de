import { steadyRandom } from './random.ts'

/** `count` points of `dimensions` numbers after one another. */
export interface Points {
  readonly count: number
  readonly dimensions: number
  readonly values: Float32Array
}

/** Lets other work of this thread in. */
export type Pause = () => Promise<void>

const ROUNDS = 6
/** Rows that are worked through without a pause: about a millisecond with 384 dimensions and ten axes. */
const SLICE = 64

/** The points around their mean. */
async function centred({ count, dimensions, values }: Points, pause: Pause): Promise<Float32Array> {
  const mean = new Float32Array(dimensions)
  const data = new Float32Array(values)
  for (let row = 0; row < count; row += 1) {
    for (let at = 0; at < dimensions; at += 1) mean[at] = (mean[at] ?? 0) + (data[row * dimensions + at] ?? 0) / count
    if (row % SLICE === 0) await pause()
  }
  for (let row = 0; row < count; row += 1) {
    for (let at = 0; at < dimensions; at += 1) data[row * dimensions + at] = (data[row * dimensions + at] ?? 0) - (mean[at] ?? 0)
    if (row % SLICE === 0) await pause()
  }
  return data
}

function dot(one: Float32Array, oneAt: number, other: Float32Array, otherAt: number, length: number): number {
  let sum = 0
  for (let at = 0; at < length; at += 1) sum += (one[oneAt + at] ?? 0) * (other[otherAt + at] ?? 0)
  return sum
}

/** Makes rows of unit length at right angles to each other (Gram and Schmidt). */
function orthonormal(axes: Float32Array, count: number, dimensions: number): void {
  for (let axis = 0; axis < count; axis += 1) {
    const start = axis * dimensions
    for (let earlier = 0; earlier < axis; earlier += 1) {
      const share = dot(axes, start, axes, earlier * dimensions, dimensions)
      for (let at = 0; at < dimensions; at += 1) axes[start + at] = (axes[start + at] ?? 0) - share * (axes[earlier * dimensions + at] ?? 0)
    }
    const length = Math.sqrt(dot(axes, start, axes, start, dimensions))
    for (let at = 0; at < dimensions; at += 1) axes[start + at] = length < 1e-12 ? 0 : (axes[start + at] ?? 0) / length
  }
}

/** One step of subspace iteration: the axes as the data stretches them, without ever making the covariance matrix. */
function stretch(data: Float32Array, points: Points, axes: Float32Array, next: Float32Array, from: number, to: number): void {
  const { dimensions } = points
  const wanted = axes.length / dimensions
  for (let row = from; row < to; row += 1) {
    for (let axis = 0; axis < wanted; axis += 1) {
      const share = dot(data, row * dimensions, axes, axis * dimensions, dimensions)
      for (let at = 0; at < dimensions; at += 1) {
        next[axis * dimensions + at] = (next[axis * dimensions + at] ?? 0) + share * (data[row * dimensions + at] ?? 0)
      }
    }
  }
}

/**
 * The points along their `wanted` main axes (principal components, by subspace iteration from a fixed start). The same points give the same
 * result. Pauses every few milliseconds.
 */
export async function mainComponents(points: Points, wanted: number, pause: Pause): Promise<Points> {
  const { count, dimensions } = points
  const axesCount = Math.min(wanted, dimensions)
  const random = steadyRandom(7)
  const data = await centred(points, pause)
  let axes = Float32Array.from({ length: axesCount * dimensions }, () => random() - 0.5)
  orthonormal(axes, axesCount, dimensions)
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float32Array(axes.length)
    for (let from = 0; from < count; from += SLICE) {
      stretch(data, points, axes, next, from, Math.min(from + SLICE, count))
      await pause()
    }
    orthonormal(next, axesCount, dimensions)
    axes = next
  }
  const values = new Float32Array(count * axesCount)
  for (let row = 0; row < count; row += 1) {
    for (let axis = 0; axis < axesCount; axis += 1)
      values[row * axesCount + axis] = dot(data, row * dimensions, axes, axis * dimensions, dimensions)
    if (row % SLICE === 0) await pause()
  }
  return { count, dimensions: axesCount, values }
}
