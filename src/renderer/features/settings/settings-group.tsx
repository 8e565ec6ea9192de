import { useId, type ReactNode } from 'react'
import { Card } from '../../ui/index.ts'
import styles from './settings.module.css'

/** Settings that belong together, under a heading. */
export function SettingsGroup({ title, lead, children }: { readonly title: string; readonly lead?: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <Card aria-labelledby={id} className={styles['group']}>
      <div>
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p className={styles['muted']}>{lead}</p>}
      </div>
      {children}
    </Card>
  )
}
