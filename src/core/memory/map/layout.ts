import { mainComponents, type Pause, type Points } from './components.ts'
import { nearestNeighbours } from './neighbours.ts'
import { steadyRandom } from './random.ts'

const COMPONENTS = 10
const NEIGHBOURS = 8
const ROUNDS = 60
/** Points pushed away per point and round, chosen at random. */
const PUSHED = 4
/** Room that a point takes, in parts of what it would have if all were spread evenly. */
const ROOM = 0.7
/** Parts of the way that a point goes towards a neighbour, or away from a stranger, in the first round. */
const PULL = 0.06
const PUSH = 0.4
/** Points that are moved without a pause. */
const SLICE = 256
const DIGITS = 10_000

/** Ranks along one axis, spread evenly: what is far out does not press all the rest together. */
function spread(values: Float32Array, axis: number, dimensions: number, count: number): Float32Array {
  const order = Array.from({ length: count }, (_, at) => at).toSorted(
    (one, other) => (values[one * dimensions + axis] ?? 0) - (values[other * dimensions + axis] ?? 0) || one - other
  )
  const places = new Float32Array(count)
  order.forEach((point, rank) => (places[point] = count === 1 ? 0.5 : rank / (count - 1)))
  return places
}

interface Places {
  readonly x: Float32Array
  readonly y: Float32Array
}

function move({ x, y }: Places, one: number, other: number, by: number): void {
  const dx = (x[other] ?? 0) - (x[one] ?? 0)
  const dy = (y[other] ?? 0) - (y[one] ?? 0)
  x[one] = (x[one] ?? 0) + dx * by
  y[one] = (y[one] ?? 0) + dy * by
}

/** Moves a point towards another until they are a room apart, or away from it when they are nearer. */
function approach(places: Places, one: number, other: number, room: number, by: number): void {
  const distance = Math.hypot((places.x[other] ?? 0) - (places.x[one] ?? 0), (places.y[other] ?? 0) - (places.y[one] ?? 0))
  move(places, one, other, by * Math.max(-1, 1 - room / (distance + 1e-6)))
}

function avoid(places: Places, one: number, other: number, room: number, by: number): void {
  const dx = (places.x[other] ?? 0) - (places.x[one] ?? 0)
  const dy = (places.y[other] ?? 0) - (places.y[one] ?? 0)
  const square = dx * dx + dy * dy
  move(places, one, other, -by * Math.min(1, room / (square + room)))
}

/** Neighbours in meaning come together, others make room: a light form of what t-SNE and UMAP do, enough for a few thousand points. */
async function relax(places: Places, neighbours: Int32Array, count: number, pause: Pause): Promise<void> {
  const random = steadyRandom(11)
  const kept = neighbours.length / count
  const room = ROOM / Math.sqrt(count)
  for (let round = 0; round < ROUNDS; round += 1) {
    const heat = 1 - round / ROUNDS
    for (let one = 0; one < count; one += 1) {
      for (let at = 0; at < kept; at += 1) approach(places, one, neighbours[one * kept + at] ?? one, room, PULL * heat)
      for (let at = 0; at < PUSHED; at += 1) {
        const other = Math.floor(random() * count)
        if (other !== one) avoid(places, one, other, room * room, PUSH * heat)
      }
      if (one % SLICE === 0) await pause()
    }
  }
}

/** Half the place, half the rank along the axis: what lies far out does not press the rest together, and clusters stay clusters. */
function evened(values: Float32Array): Float32Array {
  const ranks = spread(values, 0, 1, values.length)
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return range < 1e-9 ? ranks : values.map((value, at) => (value - least) / range / 2 + (ranks[at] ?? 0) / 2)
}

/** From 0 to 1 with four digits: more would say nothing. */
function fit(values: Float32Array): number[] {
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return Array.from(values, (value) => (range < 1e-9 ? 0.5 : Math.round(((value - least) / range) * DIGITS) / DIGITS))
}

/**
 * Places of points on a map, both coordinates from 0 to 1: near in meaning is near on the map. The same points in the same order give the same
 * map. Cosine counts, so vectors are taken at unit length. Never works longer than some milliseconds between two pauses.
 */
export async function layOut(points: Points, pause: Pause): Promise<{ readonly x: readonly number[]; readonly y: readonly number[] }> {
  const { count } = points
  if (count < 3)
    return { x: Array.from({ length: count }, (_, at) => (count === 1 ? 0.5 : at)), y: Array.from({ length: count }, () => 0.5) }
  const main = await mainComponents(await unit(points, pause), COMPONENTS, pause)
  const places: Places = { x: spread(main.values, 0, main.dimensions, count), y: spread(main.values, 1, main.dimensions, count) }
  const neighbours = await nearestNeighbours(main, Math.min(NEIGHBOURS, count - 1), pause)
  await relax(places, neighbours, count, pause)
  return { x: fit(evened(places.x)), y: fit(evened(places.y)) }
}

/** The points at unit length. */
async function unit(points: Points, pause: Pause): Promise<Points> {
  const { count, dimensions, values } = points
  const scaled = new Float32Array(values)
  for (let row = 0; row < count; row += 1) {
    const own = scaled.subarray(row * dimensions, (row + 1) * dimensions)
    if (row % SLICE === 0) await pause()
    let square = 0
    for (let at = 0; at < dimensions; at += 1) square += (own[at] ?? 0) ** 2
    const length = Math.sqrt(square)
    if (length > 0) for (let at = 0; at < dimensions; at += 1) own[at] = (own[at] ?? 0) / length
  }
  return { count, dimensions, values: scaled }
}
