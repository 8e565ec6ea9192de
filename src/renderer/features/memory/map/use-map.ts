import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { MapPoint } from '../../../../shared/model/memory.ts'
import { showFact } from '../memory-place.ts'
import { placeOf } from './map-marks.ts'
import { centreOf, moved, nearest, neighbour, onMap, showing, wholeMap, zoomed, type MapView, type Place } from './map-view.ts'

export const ZOOM_STEP = 1.5
const REACH_PX = 14
/** A press that moves less than this is a click. */
const STILL_PX = 4

interface Drag {
  readonly from: Place
  readonly view: MapView
  far: boolean
}

/** What is shown of the map and which point is chosen, by pointer, wheel and keys. */
export function useMap(points: readonly MapPoint[]) {
  const svg = useRef<SVGSVGElement>(null)
  const drag = useRef<Drag | null>(null)
  const [view, setView] = useState(wholeMap)
  const [chosenId, setChosenId] = useState<string | null>(null)
  /** Told to those who listen; what is only pointed at is not. */
  const [told, setTold] = useState('')
  const places = useMemo(() => points.map(placeOf), [points])
  const chosen = points.find(({ factId }) => factId === chosenId) ?? null

  const spotOf = (event: { readonly clientX: number; readonly clientY: number }): Place => {
    const box = svg.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0 || box.height === 0) return { x: 0, y: 0 }
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }
  const under = (event: PointerEvent): MapPoint | null => {
    const { clientWidth: width = 1, clientHeight: height = 1 } = svg.current ?? {}
    return points[nearest(places, onMap(view, spotOf(event)), { scale: view.scale, width, height, within: REACH_PX })] ?? null
  }

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return
    drag.current = { from: { x: event.clientX, y: event.clientY }, view, far: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent): void => {
    const held = drag.current
    if (held === null) return setChosenId(under(event)?.factId ?? null)
    const { clientWidth = 1, clientHeight = 1 } = svg.current ?? {}
    const dx = event.clientX - held.from.x
    const dy = event.clientY - held.from.y
    if (Math.hypot(dx, dy) > STILL_PX) held.far = true
    if (held.far) setView(moved(held.view, -dx / clientWidth / held.view.scale, -dy / clientHeight / held.view.scale))
  }
  const onPointerUp = (event: PointerEvent): void => {
    const held = drag.current
    drag.current = null
    const point = held === null || held.far ? null : under(event)
    if (point !== null) showFact(point.factId)
  }

  /** Zooms towards the chosen point, else towards the one nearest to the middle, so that something stays in sight. */
  const zoom = (factor: number): void => {
    const middle = centreOf(view)
    const near = places[nearest(places, middle, { scale: 1, width: 1, height: 1, within: 2 })] ?? middle
    setView(zoomed(view, factor, chosen === null ? near : placeOf(chosen)))
  }
  useEffect(() => {
    const drawing = svg.current
    if (drawing === null) return
    // The wheel alone scrolls the page; with Ctrl, which is also what a pinch sends, it zooms. React's own listener could not stop the page.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const box = drawing.getBoundingClientRect()
      const spot = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
      setView((before) => zoomed(before, event.deltaY < 0 ? 1.2 : 1 / 1.2, onMap(before, spot)))
    }
    drawing.addEventListener('wheel', onWheel, { passive: false })
    return () => drawing.removeEventListener('wheel', onWheel)
  }, [])

  const take = (index: number): void => {
    const point = points[index]
    const place = places[index]
    if (point === undefined || place === undefined) return
    setChosenId(point.factId)
    setTold(point.text)
    setView(showing(view, place))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const from = chosen === null ? centreOf(view) : placeOf(chosen)
    const run: (() => void) | undefined = {
      Enter: () => chosen !== null && showFact(chosen.factId),
      '+': () => zoom(ZOOM_STEP),
      '=': () => zoom(ZOOM_STEP),
      '-': () => zoom(1 / ZOOM_STEP),
      '0': () => setView(wholeMap)
    }[event.key]
    const arrow = event.key.startsWith('Arrow')
    if (run === undefined && !arrow) return
    event.preventDefault()
    if (run !== undefined) return run()
    // The first arrow takes up the point nearest to the middle.
    if (chosen === null) take(nearest(places, from, { scale: 1, width: 1, height: 1, within: 2 }))
    else take(neighbour(places, from, event.key))
  }

  return {
    svg,
    view,
    chosen,
    told,
    zoom,
    whole: () => setView(wholeMap),
    leave: () => setChosenId(null),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onKeyDown }
  }
}
