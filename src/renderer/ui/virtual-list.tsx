import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement
} from 'react'
import { Virtualizer, type CustomContainerComponentProps, type CustomItemComponentProps, type VirtualizerHandle } from 'virtua'
import styles from './virtual-list.module.css'

export interface VirtualListProps<T> {
  /** Name of the list. */
  readonly label: string
  readonly items: readonly T[]
  /** Returns an element with a key of its own. The control that arrow keys go to carries `data-row`. */
  readonly children: (item: T, index: number) => ReactElement
  /** Rows that stay in the page when they scroll out of sight: one that is open and being written in. */
  readonly keep?: readonly number[]
  /** A row to bring into sight, once each time it changes; -1 for none. */
  readonly reveal?: number
  /** Called when the end comes near. */
  readonly onNearEnd?: () => void
  /** Height of a row in pixels before it is measured. */
  readonly rowHeight: number
}

/** Room for what stays at the top of a page while its list scrolls. */
const UNDER_BAR_PX = 64

/** A far row is measured and rendered on the way to it. */
const ARRIVE_MS = 2_000

/** So many rows before the end, more is asked for. */
const NEAR_ROWS = 60

const Shape = createContext({ label: '', size: 0 })

function List({ style, children, ref }: CustomContainerComponentProps) {
  const { label } = useContext(Shape)
  return (
    <ul ref={ref} role="list" aria-label={label} style={style} className={styles['list']}>
      {children}
    </ul>
  )
}

function Item({ style, index, children, ref }: CustomItemComponentProps) {
  const { size } = useContext(Shape)
  return (
    <li ref={ref} style={style} aria-setsize={size} aria-posinset={index + 1} data-index={index}>
      {children}
    </li>
  )
}

const indexOf = (element: Element | null): number => Number(element?.closest('[data-index]')?.getAttribute('data-index') ?? -1)

/** Where the arrow keys lead from a row; null for any other key. */
function target(key: string, from: number, size: number): number | null {
  const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: size - 1 }[key]
  return to === undefined || to < 0 || to >= size ? null : to
}

/** A long list of which only what is in sight is in the page. It scrolls with the page around it; arrow keys go from row to row. */
export function VirtualList<T>({ label, items, children, keep = [], reveal = -1, onNearEnd, rowHeight }: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLElement | null>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const [above, setAbove] = useState(0)
  const [focused, setFocused] = useState(-1)
  const shape = useMemo(() => ({ label, size: items.length }), [label, items.length])

  useLayoutEffect(() => {
    const page = box.current?.closest<HTMLElement>('[data-page-main]') ?? null
    scroller.current = page
    if (page === null) return
    const measure = (): void => {
      const own = box.current?.getBoundingClientRect().top ?? 0
      setAbove(Math.round(own - page.getBoundingClientRect().top + page.scrollTop))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const child of page.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (reveal >= 0) handle.current?.scrollToIndex(reveal, { align: 'start', offset: -UNDER_BAR_PX })
  }, [reveal, above])

  const nearEnd = (): void => {
    const list = handle.current
    if (list === null || onNearEnd === undefined) return
    if (list.findItemIndex(list.scrollOffset + list.viewportSize) >= items.length - NEAR_ROWS) onNearEnd()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof Element) || !event.target.matches('[data-row]')) return
    const to = target(event.key, indexOf(event.target), items.length)
    if (to === null) return
    event.preventDefault()
    handle.current?.scrollToIndex(to, { align: 'nearest' })
    const until = performance.now() + ARRIVE_MS
    const focus = (): void => {
      const row = box.current?.querySelector<HTMLElement>(`[data-index="${to}"] [data-row]`) ?? null
      // A row that is not measured yet is there but hidden, and takes no focus.
      row?.focus()
      if ((row === null || document.activeElement !== row) && performance.now() < until) requestAnimationFrame(focus)
    }
    focus()
  }

  const mounted = focused >= 0 && focused < items.length ? [...keep, focused] : keep
  return (
    <div
      ref={box}
      role="presentation"
      onKeyDown={onKeyDown}
      onFocus={(event) => setFocused(indexOf(event.target))}
      onBlur={() => setFocused(-1)}
    >
      <Shape value={shape}>
        <Virtualizer
          ref={handle}
          as={List}
          item={Item}
          data={items}
          scrollRef={scroller}
          startMargin={above}
          itemSize={rowHeight}
          onScroll={nearEnd}
          keepMounted={mounted.toSorted((a, b) => a - b)}
        >
          {children}
        </Virtualizer>
      </Shape>
    </div>
  )
}
