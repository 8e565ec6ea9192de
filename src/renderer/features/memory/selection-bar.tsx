import { Eraser, Lock, LockOpen, Merge, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button } from '../../ui/index.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import styles from './selection-bar.module.css'

export interface SelectionBarProps {
  readonly selected: number
  readonly shown: number
  /** How many facts the list holds, in words. */
  readonly count: string
  readonly busy: boolean
  readonly onAll: (all: boolean) => void
  readonly onPrivacy: (privacy: Privacy) => void
  readonly onForget: () => void
  /** Null when what is ticked cannot become one. */
  readonly onMerge: (() => void) | null
}

function SelectAll({ selected, shown, onAll }: Pick<SelectionBarProps, 'selected' | 'shown' | 'onAll'>) {
  const texts = useCatalogue(memoryText)
  const box = useRef<HTMLInputElement>(null)
  const had = useRef(false)
  const some = selected > 0 && selected < shown
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = some
  }, [some])
  useEffect(() => {
    if (selected === 0 && document.activeElement === document.body && had.current) box.current?.focus()
    had.current = selected > 0
  }, [selected])
  return (
    <label className={styles['all']}>
      <input ref={box} type="checkbox" checked={shown > 0 && selected === shown} onChange={(event) => onAll(event.target.checked)} />
      <span>{selected === 0 ? texts.selectAll : texts.selected(selected)}</span>
    </label>
  )
}

/** Sits above the list and stays in sight: tick everything, and what can be done with what is ticked. */
export function SelectionBar({ selected, shown, count, busy, onAll, onPrivacy, onForget, onMerge }: SelectionBarProps) {
  const texts = useCatalogue(memoryText)
  return (
    <div className={styles['bar']}>
      <SelectAll selected={selected} shown={shown} onAll={onAll} />
      {selected > 0 && (
        <div className={styles['actions']}>
          <Button size="small" icon={Lock} disabled={busy} onClick={() => onPrivacy('private')}>
            {texts.makePrivate}
          </Button>
          <Button size="small" icon={LockOpen} disabled={busy} onClick={() => onPrivacy('open')}>
            {texts.makeOpen}
          </Button>
          {onMerge !== null && (
            <Button size="small" icon={Merge} disabled={busy} onClick={onMerge}>
              {texts.merge}
            </Button>
          )}
          <Button size="small" tone="danger" icon={Eraser} busy={busy} onClick={onForget}>
            {texts.forget}
          </Button>
          <Button size="small" tone="quiet" icon={X} onClick={() => onAll(false)}>
            {texts.clearSelection}
          </Button>
        </div>
      )}
      <p role="status" className={styles['count']}>
        {count}
      </p>
    </div>
  )
}
