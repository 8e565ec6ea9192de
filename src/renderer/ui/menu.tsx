import { useRef, type KeyboardEvent } from 'react'
import { Check, type LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'
import { Popover, type PopoverProps } from './popover.tsx'
import styles from './menu.module.css'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly icon?: LucideIcon
  readonly danger?: boolean
  /** Set for one-of-many items: chosen or not. */
  readonly checked?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

export interface MenuProps extends Pick<PopoverProps, 'trigger' | 'label' | 'side' | 'align'> {
  readonly items: readonly MenuItem[]
}

function step(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]:not(:disabled)')]
  const at = items.findIndex((item) => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined || items.length === 0) return
  event.preventDefault()
  items.at(to % items.length)?.focus()
}

/** A menu with arrow keys. */
export function Menu({ items, ...popover }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Popover
      {...popover}
      role="menu"
      panelRef={panel}
      onToggle={(open) => open && panel.current?.querySelector<HTMLElement>('[data-item]:not(:disabled)')?.focus()}
    >
      {(close) => (
        <div onKeyDown={step} role="presentation">
          {items.map(({ id, label, hint, icon: Icon, danger = false, checked, disabled = false, onSelect }) => (
            <button
              key={id}
              type="button"
              data-item
              role={checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={checked}
              disabled={disabled}
              className={cx(styles['item'], danger && styles['danger'])}
              onClick={() => {
                close()
                onSelect()
              }}
            >
              {checked === undefined ? (
                Icon !== undefined && <Icon aria-hidden />
              ) : (
                <Check aria-hidden className={checked ? undefined : styles['off']} />
              )}
              <span className={styles['words']}>
                <span>{label}</span>
                {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
              </span>
            </button>
          ))}
        </div>
      )}
    </Popover>
  )
}
