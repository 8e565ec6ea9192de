import { memo, type Ref } from 'react'
import type { MapPoint } from '../../../../shared/model/memory.ts'
import { cx } from '../../../ui/index.ts'
import { EXTENT, markAt, placeOf, type Marks } from './map-marks.ts'
import type { MapView } from './map-view.ts'
import styles from './map.module.css'

const MarkPath = memo(function MarkPath({ marks }: { readonly marks: Marks }) {
  const { category, privacy, found, path } = marks
  return (
    <g className={cx(!found && styles['faint'])}>
      <path d={path} className={cx(styles['mark'], styles[`mark-${category}`], styles[`shape-${privacy}`])} />
      {privacy === 'ask' && <path d={path} className={cx(styles['mark'], styles['hole'])} />}
    </g>
  )
})

export interface MapDrawingProps {
  readonly view: MapView
  readonly marks: readonly Marks[]
  /** The point that is pointed at or in hand. */
  readonly chosen: MapPoint | null
  /** How many points there are: the more, the smaller their marks. */
  readonly count: number
  readonly ref: Ref<SVGSVGElement>
}

function sizeFor(count: number): 'few' | 'many' | 'thousands' {
  if (count > 1_500) return 'thousands'
  return count > 300 ? 'many' : 'few'
}

/** The points as marks of the same size at every zoom: colour says the category, shape says who may be given the fact. */
export function MapDrawing({ view, marks, chosen, count, ref }: MapDrawingProps) {
  const side = EXTENT / view.scale
  return (
    <svg
      ref={ref}
      aria-hidden
      className={cx(styles['drawing'], styles[sizeFor(count)])}
      viewBox={`${view.x * EXTENT} ${view.y * EXTENT} ${side} ${side}`}
      preserveAspectRatio="none"
    >
      {chosen !== null && <path d={markAt(placeOf(chosen))} className={cx(styles['mark'], styles['halo'])} />}
      {marks.map((each) => (
        <MarkPath key={each.key} marks={each} />
      ))}
      {chosen !== null && (
        <path
          d={markAt(placeOf(chosen))}
          className={cx(styles['mark'], styles[`mark-${chosen.category ?? 'none'}`], styles[`shape-${chosen.privacy}`])}
        />
      )}
    </svg>
  )
}

/** One mark by itself, for the legend. */
export function Swatch({ category, privacy }: { readonly category: MapPoint['category']; readonly privacy: MapPoint['privacy'] }) {
  return (
    <svg aria-hidden className={cx(styles['swatch'], styles['few'])} viewBox="0 0 16 16">
      <path d="M8 8h.01" className={cx(styles['mark'], styles[`mark-${category ?? 'none'}`], styles[`shape-${privacy}`])} />
      {privacy === 'ask' && <path d="M8 8h.01" className={cx(styles['mark'], styles['hole'])} />}
    </svg>
  )
}
