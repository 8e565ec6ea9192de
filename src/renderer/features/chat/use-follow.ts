import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** As near to the end as counts as being there, in pixels. */
const NEAR = 32

export interface Follow {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** Whether the view stays at the end while the text grows. */
  readonly following: boolean
  /** Parts that came since the reader left the end. */
  readonly fresh: number
  readonly toEnd: () => void
  readonly leave: () => void
  readonly onScroll: () => void
}

/** Keeps the end of a growing text in view, but only while the reader is there; a hand that scrolls up is never pulled back. */
export function useFollow(parts: number): Follow {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const followingRef = useRef(true)
  const [following, setFollowing] = useState(true)
  const [leftAt, setLeftAt] = useState(parts)
  const last = useRef({ top: 0, height: 0 })

  const set = useCallback((next: boolean) => {
    followingRef.current = next
    setFollowing(next)
  }, [])
  const stick = useCallback(() => {
    const element = scroller.current
    if (element !== null && followingRef.current) element.scrollTop = element.scrollHeight
  }, [])
  const toEnd = useCallback(() => {
    set(true)
    stick()
    requestAnimationFrame(stick)
  }, [set, stick])
  const leave = useCallback(() => set(false), [set])

  useEffect(() => {
    const { current: inner } = content
    const { current: outer } = scroller
    if (inner === null || outer === null) return
    const observer = new ResizeObserver(stick)
    observer.observe(inner)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [stick])

  const partsRef = useRef(parts)
  partsRef.current = parts

  // The hand itself is heard: while text grows with every frame, where the view is does not tell a scroll from a growth.
  useEffect(() => {
    const { current: outer } = scroller
    if (outer === null) return
    const leaveEnd = (): void => {
      if (!followingRef.current || outer.scrollHeight <= outer.clientHeight) return
      setLeftAt(partsRef.current)
      set(false)
    }
    const onWheel = (event: WheelEvent): void => {
      if (event.deltaY < 0) leaveEnd()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.target === outer && ['ArrowUp', 'PageUp', 'Home'].includes(event.key)) leaveEnd()
    }
    outer.addEventListener('wheel', onWheel, { passive: true })
    outer.addEventListener('keydown', onKey)
    return () => {
      outer.removeEventListener('wheel', onWheel)
      outer.removeEventListener('keydown', onKey)
    }
  }, [set])

  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight
    // Upwards while the text keeps its height: a hand did it. A text that was measured anew moves the view and changes its height.
    const up = element.scrollTop < last.current.top - 1 && element.scrollHeight === last.current.height
    const down = element.scrollTop > last.current.top
    last.current = { top: element.scrollTop, height: element.scrollHeight }
    if (up && distance > 2) {
      if (followingRef.current) setLeftAt(partsRef.current)
      set(false)
    } else if (down && distance < NEAR && !followingRef.current) set(true)
  }, [set])
  return {
    scroller,
    content,
    following,
    fresh: Math.max(0, parts - leftAt),
    toEnd,
    leave,
    onScroll
  }
}
