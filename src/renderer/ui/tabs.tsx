import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './tabs.module.css'

export interface Tab<V extends string> {
  readonly value: V
  readonly label: string
  /** How much waits there; not shown when it is nothing. */
  readonly count?: number
}

export interface TabsProps<V extends string> {
  /** Name of the row of tabs. */
  readonly label: string
  readonly tabs: readonly Tab<V>[]
  readonly value: V
  readonly onValue: (value: V) => void
  /** What the chosen tab shows. */
  readonly children: ReactNode
}

/** Where an arrow key leads in a row of so many; null for any other key. */
export function tabStep(key: string, from: number, size: number): number | null {
  const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: size - 1 }[key]
  return to === undefined ? null : (to + size) % size
}

/** A row of tabs and what the chosen one shows. One stop for Tab; arrow keys go along the row and choose. */
export function Tabs<V extends string>({ label, tabs, value, onValue, children }: TabsProps<V>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = tabs.findIndex((tab) => tab.value === value)
    const to = tabStep(event.key, from, tabs.length)
    const next = to === null ? undefined : tabs[to]
    if (to === null || next === undefined) return
    event.preventDefault()
    onValue(next.value)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }
  return (
    <>
      <div ref={row} role="tablist" tabIndex={-1} aria-label={label} className={styles['row']} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={cx(styles['tab'], tab.value === value && styles['chosen'])}
            onClick={() => onValue(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span className={styles['count']}> {tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
