/** What part of the map is shown: its left upper corner and how much it is enlarged. The whole map is one by one. */
export interface MapView {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Place {
  readonly x: number
  readonly y: number
}

export const wholeMap: MapView = { x: 0, y: 0, scale: 1 }
const MOST = 32

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

function kept({ x, y, scale }: MapView): MapView {
  const rest = 1 - 1 / scale
  return { x: within(x, 0, rest), y: within(y, 0, rest), scale }
}

/** Enlarges by a factor; the point `at` stays where it is on the screen. */
export function zoomed(view: MapView, factor: number, at: Place): MapView {
  const scale = within(view.scale * factor, 1, MOST)
  const ratio = view.scale / scale
  return kept({ x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio, scale })
}

/** Moves the view by a part of the whole map. */
export function moved(view: MapView, dx: number, dy: number): MapView {
  return kept({ ...view, x: view.x + dx, y: view.y + dy })
}

export function centreOf({ x, y, scale }: MapView): Place {
  return { x: x + 0.5 / scale, y: y + 0.5 / scale }
}

/** Where a place of the map is in the view, from 0 to 1; outside of that it is not in sight. */
export function inView(view: MapView, at: Place): Place {
  return { x: (at.x - view.x) * view.scale, y: (at.y - view.y) * view.scale }
}

/** The place of the map at a spot of the view. */
export function onMap(view: MapView, spot: Place): Place {
  return { x: view.x + spot.x / view.scale, y: view.y + spot.y / view.scale }
}

/** The view that has this place in sight: as it is when it has already, else moved to it. */
export function showing(view: MapView, at: Place): MapView {
  const spot = inView(view, at)
  const inside = (value: number): boolean => value >= 0.02 && value <= 0.98
  if (inside(spot.x) && inside(spot.y)) return view
  const centre = centreOf(view)
  return moved(view, at.x - centre.x, at.y - centre.y)
}

/**
 * The point nearest to a place.
 * @param width of the view in pixels
 * @param within in pixels
 * @returns its number; -1 when none is so near
 */
export function nearest(
  points: readonly Place[],
  at: Place,
  {
    scale,
    width,
    height,
    within: reach
  }: { readonly scale: number; readonly width: number; readonly height: number; readonly within: number }
): number {
  let best = -1
  let least = reach * reach
  points.forEach((point, index) => {
    const dx = (point.x - at.x) * scale * width
    const dy = (point.y - at.y) * scale * height
    const distance = dx * dx + dy * dy
    if (distance <= least) {
      least = distance
      best = index
    }
  })
  return best
}

/** The next point in the direction of an arrow key; -1 when there is none, or for another key. */
export function neighbour(points: readonly Place[], from: Place, key: string): number {
  const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key]
  if (direction === undefined) return -1
  const [dx = 0, dy = 0] = direction
  let best = -1
  let least = Number.POSITIVE_INFINITY
  points.forEach((point, index) => {
    const along = (point.x - from.x) * dx + (point.y - from.y) * dy
    const aside = Math.abs((point.x - from.x) * dy) + Math.abs((point.y - from.y) * dx)
    // What lies more aside than ahead belongs to another key.
    if (along <= 1e-9 || aside > along * 2) return
    const cost = along + 2 * aside
    if (cost < least) {
      least = cost
      best = index
    }
  })
  return best
}
