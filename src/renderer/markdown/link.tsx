import type { ReactNode } from 'react'
import { act } from '../app/act.ts'
import { useTexts } from '../i18n/messages.ts'
import { showToast } from '../ui/toast.tsx'
import { linkTarget } from './link-kind.ts'
import styles from './markdown.module.css'

/** A link without an address of its own: nothing happens before a click, and then the shell shows the host and asks. */
export function Link({ href, text, children }: { readonly href: string | undefined; readonly text: string; readonly children: ReactNode }) {
  const texts = useTexts()
  const target = linkTarget(href, text)
  if (target.kind === 'inside') return <span>{children}</span>
  const open = (): void => {
    if (target.kind === 'open') void act('shell.openExternal', { url: target.url })
    else showToast({ text: texts.chat.markdown.refused })
  }
  return (
    <span
      role="link"
      tabIndex={0}
      className={styles['link']}
      data-tip={href}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open()
      }}
    >
      {children}
    </span>
  )
}

/** An image is never loaded: its address is shown as text. */
export function ImageChip({ address, alt }: { readonly address: string; readonly alt: string }) {
  const texts = useTexts()
  const shown = address.length > 120 ? `${address.slice(0, 120)}…` : address
  return (
    <span className={styles['image']} data-tip={texts.chat.markdown.imageHint}>
      {texts.chat.markdown.image(alt === '' ? shown : `${alt} (${shown})`)}
    </span>
  )
}
