import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'

interface FieldShell {
  /** The control's name; always there, at least for those who listen. */
  readonly label: string
  /** Keeps the label for assistive technology only. */
  readonly hideLabel?: boolean
  readonly hint?: ReactNode
  /** What is wrong, in a sentence. */
  readonly error?: string | null
}

interface Ids {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

function Shell({ label, hideLabel = false, hint, error, children }: FieldShell & { readonly children: (ids: Ids) => ReactNode }) {
  const id = useId()
  const note = error ?? hint ?? null
  const failed = error !== undefined && error !== null
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label}
      </label>
      {children({ id, 'aria-describedby': note === null ? undefined : `${id}-note`, 'aria-invalid': failed || undefined })}
      {note !== null && (
        <p id={`${id}-note`} className={failed ? styles['error'] : styles['hint']}>
          {note}
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = FieldShell & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { readonly ref?: Ref<HTMLInputElement> }

export function TextField({ label, hideLabel, hint, error, className, ...rest }: TextFieldProps) {
  return (
    <Shell label={label} {...shellProps(hideLabel, hint, error)}>
      {(ids) => <input type="text" spellCheck={false} autoComplete="off" {...rest} {...ids} className={cx(styles['control'], className)} />}
    </Shell>
  )
}

export type TextAreaProps = FieldShell &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> & { readonly ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ label, hideLabel, hint, error, className, ...rest }: TextAreaProps) {
  return (
    <Shell label={label} {...shellProps(hideLabel, hint, error)}>
      {(ids) => <textarea rows={4} spellCheck={false} {...rest} {...ids} className={cx(styles['control'], styles['area'], className)} />}
    </Shell>
  )
}

export interface SelectOption<V extends string> {
  readonly value: V
  readonly label: string
}

export type SelectProps<V extends string> = FieldShell &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'value' | 'onChange'> & {
    readonly options: readonly SelectOption<V>[]
    readonly value: V
    readonly onValue: (value: V) => void
  }

export function Select<V extends string>({ label, hideLabel, hint, error, options, value, onValue, className, ...rest }: SelectProps<V>) {
  const choose = (chosen: string): void => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option !== undefined) onValue(option.value)
  }
  return (
    <Shell label={label} {...shellProps(hideLabel, hint, error)}>
      {(ids) => (
        <select
          {...rest}
          {...ids}
          value={value}
          onChange={(event) => choose(event.target.value)}
          className={cx(styles['control'], styles['select'], className)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Shell>
  )
}

/** Only the props that are there: absent and undefined differ for the compiler. */
function shellProps(hideLabel: boolean | undefined, hint: ReactNode, error: string | null | undefined) {
  return {
    ...(hideLabel === undefined ? {} : { hideLabel }),
    ...(hint === undefined ? {} : { hint }),
    ...(error === undefined ? {} : { error })
  }
}
