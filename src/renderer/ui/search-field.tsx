import { Search } from 'lucide-react'
import { TextField } from './field.tsx'
import styles from './search-field.module.css'

export interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A line to search in; Escape empties it. The label is for those who listen. */
export function SearchField({ label, placeholder, value, onValue }: SearchFieldProps) {
  return (
    <div className={styles['search']}>
      <Search aria-hidden className={styles['icon']} />
      <TextField
        type="search"
        label={label}
        hideLabel
        placeholder={placeholder}
        className={styles['input'] ?? ''}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  )
}
