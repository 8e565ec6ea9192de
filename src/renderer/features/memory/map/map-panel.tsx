import { useMemo, useState } from 'react'
import { Map as MapIcon, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import type { MapPoint } from '../../../../shared/model/memory.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useErrorText } from '../../../i18n/errors.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { viewsText } from '../../../i18n/pages/memory-views-text.ts'
import { cx, Disclosure, EmptyState, IconButton, Spinner } from '../../../ui/index.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { PrivacyChip } from '../fact-meta.tsx'
import { shortened } from '../fact-text.ts'
import { showFact } from '../memory-place.ts'
import { MapDrawing, Swatch } from './map-drawing.tsx'
import { finderOf, MARK_CATEGORIES, marksOf, placeOf } from './map-marks.ts'
import { inView, type MapView } from './map-view.ts'
import { useMap, ZOOM_STEP } from './use-map.ts'
import styles from './map.module.css'

const LIMIT = 5_000
const LEAST = 3
const SHOWN = 160
const ROW_PX = 44

/** The text of the chosen point, beside it. */
function Tip({ point, view }: { readonly point: MapPoint; readonly view: MapView }) {
  const spot = inView(view, placeOf(point))
  return (
    <div
      aria-hidden
      className={cx(styles['tip'], spot.x > 0.5 && styles['tip-left'], spot.y > 0.7 && styles['tip-up'])}
      style={{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%` }}
    >
      {shortened(point.text, SHOWN)}
      <PrivacyChip privacy={point.privacy} />
    </div>
  )
}

function Legend({ points }: { readonly points: readonly MapPoint[] }) {
  const texts = useCatalogue(viewsText)
  const there = useMemo(() => new Set(points.map(({ category }) => category ?? 'none')), [points])
  const shapes = useMemo(() => new Set(points.map(({ privacy }) => privacy)), [points])
  return (
    <ul role="list" aria-label={texts.legend} className={styles['legend']}>
      {MARK_CATEGORIES.filter((category) => there.has(category)).map((category) => (
        <li key={category}>
          <Swatch category={category === 'none' ? null : category} privacy="open" />
          {category === 'none' ? texts.uncategorised : texts.category[category]}
        </li>
      ))}
      {(['ask', 'private'] as const)
        .filter((privacy) => shapes.has(privacy))
        .map((privacy) => (
          <li key={privacy}>
            <Swatch category={null} privacy={privacy} />
            {texts.shapes[privacy]}
          </li>
        ))}
    </ul>
  )
}

function AsList({ points }: { readonly points: readonly MapPoint[] }) {
  const texts = useCatalogue(viewsText)
  const [open, setOpen] = useState(false)
  const sorted = useMemo(
    () =>
      points.toSorted((a, b) => MARK_CATEGORIES.indexOf(a.category ?? 'none') - MARK_CATEGORIES.indexOf(b.category ?? 'none') || a.x - b.x),
    [points]
  )
  return (
    <Disclosure summary={texts.mapAsList} open={open} onToggle={setOpen} className={styles['as-list']}>
      {open && (
        <VirtualList label={texts.mapList} items={sorted} rowHeight={ROW_PX}>
          {(point) => (
            <button key={point.factId} type="button" data-row className={styles['entry']} onClick={() => showFact(point.factId)}>
              <Swatch category={point.category} privacy={point.privacy} />
              <span>{shortened(point.text, SHOWN)}</span>
              <span className={styles['muted']}>{point.category === null ? texts.uncategorised : texts.category[point.category]}</span>
            </button>
          )}
        </VirtualList>
      )}
    </Disclosure>
  )
}

function Scatter({ points, search }: { readonly points: readonly MapPoint[]; readonly search: string }) {
  const texts = useCatalogue(viewsText)
  const { svg, view, chosen, told, zoom, whole, leave, handlers } = useMap(points)
  const marks = useMemo(() => marksOf(points, finderOf(search)), [points, search])
  return (
    <div className={styles['frame']}>
      <div
        role="application"
        tabIndex={0}
        aria-label={texts.map}
        aria-describedby="map-keys"
        className={cx(styles['map'], view.scale > 1 && styles['movable'], chosen !== null && styles['over'])}
        onPointerLeave={leave}
        onBlur={leave}
        {...handlers}
      >
        <MapDrawing ref={svg} view={view} marks={marks} chosen={chosen} count={points.length} />
        {chosen !== null && <Tip point={chosen} view={view} />}
      </div>
      <div className={styles['zoom']}>
        <IconButton label={texts.zoomIn} icon={ZoomIn} size="small" onClick={() => zoom(ZOOM_STEP)} />
        <IconButton label={texts.zoomOut} icon={ZoomOut} size="small" onClick={() => zoom(1 / ZOOM_STEP)} />
        <IconButton label={texts.zoomAll} icon={Maximize} size="small" onClick={whole} />
      </div>
      <p role="status" className="visually-hidden">
        {told}
      </p>
    </div>
  )
}

/** Facts as points of a plane; what is near in meaning is near. A list holds the same. */
export function MapPanel() {
  const texts = useCatalogue(viewsText)
  const errorText = useErrorText()
  const [search, setSearch] = useState('')
  const { value, error } = useRoute('memory.map', { limit: LIMIT })
  if (error !== null) return <p role="alert">{errorText(error)}</p>
  if (value === undefined) return <Spinner />
  if (value.length < LEAST) return <EmptyState icon={MapIcon} title={texts.mapEmpty} />
  const found = value.filter(finderOf(search))
  return (
    <>
      <div className={styles['head']}>
        <SearchField label={texts.mapSearch} placeholder={texts.mapSearchPlaceholder} value={search} onValue={setSearch} />
        <p role="status" className={styles['muted']}>
          {search.trim() === '' ? texts.mapCount(value.length) : texts.mapFound(found.length, value.length)}
        </p>
      </div>
      <p className={styles['muted']}>{texts.mapLead}</p>
      <p className={styles['muted']} id="map-keys">
        {texts.mapKeys}
      </p>
      <Scatter points={value} search={search} />
      <Legend points={value} />
      <AsList points={found} />
    </>
  )
}
