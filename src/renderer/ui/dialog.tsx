import { useEffect, useId, useRef, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { useTexts } from '../i18n/messages.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons, the main one last. */
  readonly footer?: ReactNode
  readonly size?: 'small' | 'normal' | 'wide'
}

/** A native modal dialog, open while it is rendered. Escape and a click beside it close; focus goes back where it came from. What carries
 * `data-focus` has it first (React's `autoFocus` comes too early: the dialog is not open yet). */
export function Dialog({ title, onClose, children, footer, size = 'normal' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const texts = useTexts()

  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={cx(styles['dialog'], styles[size])}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <div className={styles['frame']}>
        <header className={styles['header']}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={texts.ui.close} icon={X} size="small" onClick={onClose} />
        </header>
        <div className={styles['body']}>{children}</div>
        {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
      </div>
    </dialog>
  )
}
