import { useEffect, useState, type ReactNode } from 'react'
import { Check, Copy } from 'lucide-react'
import { useTexts } from '../i18n/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './markdown.module.css'

/** Longer code is shown without colours: colouring it would make typing stutter. */
const COLOUR_AT_MOST = 30_000
const COPIED_MS = 1_600

function useColours(code: string, language: string, live: boolean): ReactNode {
  const [colours, setColours] = useState<{ readonly code: string; readonly nodes: ReactNode } | null>(null)
  const wanted = !live && language !== '' && code.length <= COLOUR_AT_MOST
  useEffect(() => {
    if (!wanted) return
    let current = true
    // Without the chunk the code stays as it is, uncoloured.
    void import('./highlight.tsx')
      .then(({ highlight }) => {
        const nodes = highlight(code, language)
        if (current && nodes !== null) setColours({ code, nodes })
      })
      .catch(() => {})
    return () => {
      current = false
    }
  }, [code, language, wanted])
  return wanted && colours?.code === code ? colours.nodes : code
}

export function CopyButton({ text }: { readonly text: string }) {
  const texts = useTexts()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button tone="quiet" size="small" icon={copied ? Check : Copy} onClick={() => void copy()}>
      {copied ? texts.ui.copied : texts.ui.copy}
    </Button>
  )
}

/** Source text with its language and a copy button that copies the source and nothing else. */
export function CodeBlock({ code, language, live }: { readonly code: string; readonly language: string; readonly live: boolean }) {
  const texts = useTexts().chat.markdown
  const name = language === '' ? texts.text : language
  return (
    <figure className={styles['code']} aria-label={texts.codeBlock(name)}>
      <figcaption className={styles['code-head']}>
        <span>{name}</span>
        <CopyButton text={code} />
      </figcaption>
      <pre tabIndex={0}>
        <code>{useColours(code, language, live)}</code>
      </pre>
    </figure>
  )
}
