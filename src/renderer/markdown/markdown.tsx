import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { BlockProps } from './render.tsx'
import { splitBlocks } from './blocks.ts'
import { healTail } from './heal.ts'
import { hasMath, normaliseMath } from './math-text.ts'
import styles from './markdown.module.css'

const MarkdownBlock = lazy(async () => ({ default: (await import('./render.tsx')).MarkdownBlock }))

type MathPlugins = BlockProps['math']
const NO_MATH: MathPlugins = []
let loadedMath: MathPlugins | null = null

/** Formulas are set once there is one to set. */
function useMathPlugins(wanted: boolean): MathPlugins {
  const [math, setMath] = useState(loadedMath)
  useEffect(() => {
    if (!wanted || math !== null) return
    let current = true
    // Without the chunk a formula is shown as its source.
    void import('./math-plugin.ts')
      .then(({ mathPlugins }) => {
        loadedMath = mathPlugins
        if (current) setMath(mathPlugins)
      })
      .catch(() => {})
    return () => {
      current = false
    }
  }, [wanted, math])
  return wanted ? (math ?? NO_MATH) : NO_MATH
}

/**
 * Text of a model or a tool as Markdown: no raw HTML, no image is ever loaded, links do nothing before a click.
 * @param live the text still grows: its tail is kept from flickering.
 */
export function Markdown({ text, live = false }: { readonly text: string; readonly live?: boolean }) {
  const ready = useMemo(() => normaliseMath(live ? healTail(text) : text), [text, live])
  const blocks = useMemo(() => splitBlocks(ready), [ready])
  const math = useMathPlugins(hasMath(ready))
  return (
    <div className={styles['markdown']}>
      <Suspense fallback={<p className={styles['plain']}>{ready}</p>}>
        {blocks.map((block, at) => (
          <MarkdownBlock key={at} text={block} live={live && at === blocks.length - 1} math={math} />
        ))}
      </Suspense>
    </div>
  )
}
