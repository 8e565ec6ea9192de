import type { ReactNode } from 'react'
import { Flame } from 'lucide-react'
import { cx } from '../../ui/index.ts'
import styles from './start.module.css'

/** A whole window that stands before the app: one heading and one thing to do. */
export function Screen({
  title,
  children,
  wide = false
}: {
  readonly title: string
  readonly children: ReactNode
  readonly wide?: boolean
}) {
  return (
    <main className={styles['screen']}>
      <div className={cx(styles['column'], wide && styles['wide'])}>
        <Flame aria-hidden className={styles['mark']} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
