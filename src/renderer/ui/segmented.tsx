import { useId } from 'react'
import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'
import styles from './segmented.module.css'

export interface SegmentedOption<V extends string> {
  readonly value: V
  readonly label: string
  readonly icon?: LucideIcon
}

export interface SegmentedProps<V extends string> {
  /** Name of the group. */
  readonly label: string
  readonly hideLabel?: boolean
  readonly options: readonly SegmentedOption<V>[]
  readonly value: V
  readonly onValue: (value: V) => void
}

/** One of a few, all in sight. Native radios: arrow keys move. */
export function Segmented<V extends string>({ label, hideLabel = false, options, value, onValue }: SegmentedProps<V>) {
  const name = useId()
  return (
    <fieldset className={styles['group']}>
      <legend className={hideLabel ? 'visually-hidden' : styles['legend']}>{label}</legend>
      <div className={styles['options']}>
        {options.map(({ value: option, label: text, icon: Icon }) => (
          <label key={option} className={cx(styles['option'], option === value && styles['chosen'])}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onValue(option)}
            />
            {Icon !== undefined && <Icon aria-hidden />}
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
