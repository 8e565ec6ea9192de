import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import type { LucideIcon } from 'lucide-react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'
import styles from './button.module.css'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly children: ReactNode
  /** `primary` once per view, `plain` for the rest, `quiet` without a border, `danger` for what cannot be undone. */
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly size?: 'small' | 'normal'
  readonly icon?: LucideIcon
  /** Shows a spinner and takes no press. */
  readonly busy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({ children, tone = 'plain', size = 'normal', icon: Icon, busy = false, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={cx(styles['button'], styles[tone], size === 'small' && styles['small'], className)}
    >
      {busy ? <Spinner /> : Icon !== undefined && <Icon aria-hidden />}
      <span>{children}</span>
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  /** The control's name, read aloud and shown as a tooltip. */
  readonly label: string
  readonly icon: LucideIcon
  readonly size?: 'small' | 'normal'
  /** For a toggle: pressed or not. */
  readonly pressed?: boolean
  readonly tone?: 'quiet' | 'primary'
  readonly ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon: Icon, size = 'normal', pressed, tone = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      aria-pressed={pressed}
      {...rest}
      className={cx(styles['icon'], styles[`icon-${tone}`], size === 'small' && styles['icon-small'], className)}
    >
      <Icon aria-hidden />
    </button>
  )
}
