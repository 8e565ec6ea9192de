import { useId, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { cx } from './cx.ts'
import styles from './popover.module.css'

/** What the opening button spreads on itself. */
export interface PopoverTrigger {
  readonly popoverTarget: string
  readonly style: CSSProperties
}

export interface PopoverProps {
  readonly trigger: (props: PopoverTrigger) => ReactNode
  /** Name of the panel. */
  readonly label: string
  readonly role?: 'dialog' | 'menu'
  readonly children: ReactNode | ((close: () => void) => ReactNode)
  readonly side?: 'below' | 'above'
  readonly align?: 'start' | 'end'
  readonly className?: string | undefined
  readonly onToggle?: (open: boolean) => void
  readonly panelRef?: RefObject<HTMLDivElement | null>
}

/** A native popover under its button: Escape or a click elsewhere closes it, focus goes back to the button. */
export function Popover(props: PopoverProps) {
  const { trigger, label, role = 'dialog', children, side = 'below', align = 'start', className, onToggle } = props
  const id = `pop${useId().replace(/\W/gu, '')}`
  const ownRef = useRef<HTMLDivElement>(null)
  const ref = props.panelRef ?? ownRef
  const anchor = `--${id}`
  return (
    <>
      {trigger({ popoverTarget: id, style: { anchorName: anchor } as CSSProperties })}
      <div
        ref={ref}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={cx(styles['panel'], styles[`${side}-${align}`], className)}
        style={{ positionAnchor: anchor } as CSSProperties}
        onToggle={(event) => onToggle?.(event.newState === 'open')}
      >
        {typeof children === 'function' ? children(() => ref.current?.hidePopover()) : children}
      </div>
    </>
  )
}
