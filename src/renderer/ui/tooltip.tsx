import { useEffect, useRef } from 'react'
import styles from './tooltip.module.css'

const DELAY_MS = 500

function place(tip: HTMLElement, target: Element): void {
  const at = target.getBoundingClientRect()
  const own = tip.getBoundingClientRect()
  const below = at.bottom + own.height + 8 <= window.innerHeight
  const left = Math.min(Math.max(4, at.left + at.width / 2 - own.width / 2), window.innerWidth - own.width - 4)
  tip.style.left = `${left}px`
  tip.style.top = `${below ? at.bottom + 6 : at.top - own.height - 6}px`
}

/** One layer for the whole window: shows the `data-tip` of what is pointed at or focused by keyboard. The text is also the control's name. */
export function TooltipLayer() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = (): void => {
      clearTimeout(timer)
      if (ref.current?.matches(':popover-open') === true) ref.current.hidePopover()
    }
    const show = (event: Event): void => {
      hide()
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null
      if (target === null || (event.type === 'focusin' && !target.matches(':focus-visible'))) return
      timer = setTimeout(() => {
        const tip = ref.current
        if (tip === null || !target.isConnected) return
        tip.textContent = target.getAttribute('data-tip')
        tip.showPopover()
        place(tip, target)
      }, DELAY_MS)
    }
    const shows = ['pointerover', 'focusin'] as const
    const hides = ['pointerdown', 'keydown', 'focusout', 'scroll'] as const
    for (const name of shows) document.addEventListener(name, show)
    for (const name of hides) document.addEventListener(name, hide, true)
    return () => {
      hide()
      for (const name of shows) document.removeEventListener(name, show)
      for (const name of hides) document.removeEventListener(name, hide, true)
    }
  }, [])
  return <div ref={ref} popover="manual" aria-hidden className={styles['tip']} />
}
