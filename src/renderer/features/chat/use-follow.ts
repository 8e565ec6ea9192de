import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'

/** As near to the end as counts as being there, in pixels. */
const NEAR = 32
/** A scroll that comes this soon after a hand moved is the hand's. */
const HAND_MS = 600

export interface Follow {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** Whether the view stays at the end while the text grows. */
  readonly following: boolean
  /** Parts that came since the reader left the end. */
  readonly fresh: number
  readonly toEnd: () => void
  readonly leave: () => void
  readonly listeners: {
    readonly onScroll: () => void
    readonly onWheel: () => void
    readonly onKeyDown: () => void
    readonly onPointerDown: () => void
    readonly onTouchMove: () => void
  }
}

/** Keeps the end of a growing text in view, but only while the reader is there; a hand that scrolls up is never pulled back. */
export function useFollow(parts: number): Follow {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const followingRef = useRef(true)
  const [following, setFollowing] = useState(true)
  const [leftAt, setLeftAt] = useState(parts)
  const lastTop = useRef(0)
  const handAt = useRef(0)

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
  const onScroll = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight
    const up = element.scrollTop < lastTop.current - 1
    lastTop.current = element.scrollTop
    if (up && performance.now() - handAt.current < HAND_MS && distance > 2) {
      if (followingRef.current) setLeftAt(partsRef.current)
      set(false)
    } else if (!up && distance < NEAR && !followingRef.current) set(true)
  }, [set])
  const hand = useCallback(() => {
    handAt.current = performance.now()
  }, [])

  return {
    scroller,
    content,
    following,
    fresh: Math.max(0, parts - leftAt),
    toEnd,
    leave,
    listeners: { onScroll, onWheel: hand, onKeyDown: hand, onPointerDown: hand, onTouchMove: hand }
  }
}
