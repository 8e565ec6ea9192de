import { useEffect, useRef, type ButtonHTMLAttributes, type HTMLAttributes, type ReactNode } from 'react'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'
import styles from './bits.module.css'

/** Nothing here yet: says so, and what to do about it. */
export function EmptyState({
  icon: Icon,
  title,
  children,
  action
}: {
  readonly icon?: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={styles['empty']}>
      {Icon !== undefined && <Icon aria-hidden />}
      <p className={styles['empty-title']}>{title}</p>
      {children !== undefined && <div className={styles['empty-text']}>{children}</div>}
      {action}
    </div>
  )
}

export type ChipTone = 'plain' | 'accent' | 'local' | 'remote' | 'danger'

/** A small label with an icon; the tone is never the only sign. */
export function Chip({
  icon: Icon,
  tone = 'plain',
  children,
  title
}: {
  readonly icon?: LucideIcon
  readonly tone?: ChipTone
  readonly children: ReactNode
  readonly title?: string
}) {
  return (
    <span className={cx(styles['chip'], styles[tone])} title={title}>
      {Icon !== undefined && <Icon aria-hidden />}
      <span>{children}</span>
    </span>
  )
}

/** A chip that can be pressed. */
export function ChipButton({
  icon: Icon,
  tone = 'plain',
  children,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { readonly icon?: LucideIcon; readonly tone?: ChipTone }) {
  return (
    <button type="button" {...rest} className={cx(styles['chip'], styles['chip-button'], styles[tone], className)}>
      {Icon !== undefined && <Icon aria-hidden />}
      <span>{children}</span>
    </button>
  )
}

/** One line that unfolds. Native details: works without script, keyboard included. */
export function Disclosure({
  summary,
  children,
  open,
  onToggle,
  className
}: {
  readonly summary: ReactNode
  readonly children: ReactNode
  readonly open?: boolean
  readonly onToggle?: (open: boolean) => void
  readonly className?: string | undefined
}) {
  return (
    <details className={cx(styles['disclosure'], className)} open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        <ChevronRight aria-hidden className={styles['chevron']} />
        {summary}
      </summary>
      <div className={styles['disclosed']}>{children}</div>
    </details>
  )
}

export function Card({ children, className, ...rest }: HTMLAttributes<HTMLElement>) {
  return (
    <section {...rest} className={cx(styles['card'], className)}>
      {children}
    </section>
  )
}

/**
 * A page beside the chat: one heading, actions at its right, a column of content. It scrolls, and takes the focus when it opens, so that
 * the next Tab is inside.
 */
export function Page({
  title,
  intro,
  actions,
  children,
  width = 'normal'
}: {
  readonly title: string
  readonly intro?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly width?: 'normal' | 'wide'
}) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const main = ref.current
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [])
  return (
    <main ref={ref} className={styles['page']} tabIndex={-1} data-page-main>
      <div className={cx(styles['page-column'], width === 'wide' && styles['page-wide'])}>
        <header className={styles['page-header']}>
          <div>
            <h1>{title}</h1>
            {intro !== undefined && <p className={styles['page-intro']}>{intro}</p>}
          </div>
          {actions !== undefined && <div className={styles['page-actions']}>{actions}</div>}
        </header>
        {children}
      </div>
    </main>
  )
}
