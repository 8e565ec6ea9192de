import type { Ref } from 'react'
import { TextField } from '../../ui/index.ts'

export interface PassphraseFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly shown: boolean
  readonly first?: boolean
  readonly hint?: string
  readonly error?: string | null
  readonly isNew?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

const PASSPHRASE_MAX = 1_000

/** A hidden line, shown on wish. Chinese input methods work in it only while it is shown. */
export function PassphraseField({ label, value, onValue, shown, first = false, hint, error, isNew = false, ref }: PassphraseFieldProps) {
  return (
    <TextField
      type={shown ? 'text' : 'password'}
      label={label}
      autoFocus={first}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="off"
      maxLength={PASSPHRASE_MAX}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      {...(hint === undefined ? {} : { hint })}
      {...(error === undefined ? {} : { error })}
      {...(ref === undefined ? {} : { ref })}
    />
  )
}
