import { create } from 'zustand'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n/messages.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import styles from './toast.module.css'

export interface ToastInput {
  readonly text: string
  readonly tone?: 'plain' | 'danger'
  /** Shows an undo button that calls this and closes the toast. */
  readonly undo?: () => void
  /** How long it stays, in milliseconds. */
  readonly forMs?: number
}

interface Toast extends ToastInput {
  readonly id: number
}

interface ToastState {
  readonly toasts: readonly Toast[]
  readonly show: (input: ToastInput) => void
  readonly close: (id: number) => void
}

const STAY_MS = 6_000
const AT_ONCE = 3
let nextId = 1

const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: (input) => set(({ toasts }) => ({ toasts: [...toasts, { ...input, id: nextId++ }].slice(-AT_ONCE) })),
  close: (id) => set(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}))

/** A short message at the bottom of the window. */
export function showToast(input: ToastInput): void {
  useToasts.getState().show(input)
}

function ToastRow({ toast }: { readonly toast: Toast }) {
  const texts = useTexts()
  const close = useToasts((state) => state.close)
  const held = useRef(false)
  const { id, forMs = STAY_MS } = toast
  useEffect(() => {
    let left = forMs
    const timer = setInterval(() => {
      if (!held.current) left -= 250
      if (left <= 0) close(id)
    }, 250)
    return () => clearInterval(timer)
  }, [id, forMs, close])

  return (
    <li
      className={cx(styles['toast'], toast.tone === 'danger' && styles['danger'])}
      onPointerEnter={() => (held.current = toast.undo === undefined)}
      onPointerLeave={() => (held.current = false)}
    >
      <span>{toast.text}</span>
      {toast.undo !== undefined && (
        <Button
          tone="quiet"
          size="small"
          className={styles['undo']}
          onClick={() => {
            close(id)
            toast.undo?.()
          }}
        >
          {texts.ui.undo}
        </Button>
      )}
      <IconButton label={texts.ui.close} icon={X} size="small" onClick={() => close(id)} />
    </li>
  )
}

export function ToastLayer() {
  const texts = useTexts()
  const toasts = useToasts((state) => state.toasts)
  return (
    <section aria-label={texts.ui.messages} aria-live="polite" className={styles['layer']}>
      <ol role="list" className={styles['list']}>
        {toasts.map((toast) => (
          <ToastRow key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  )
}
