import { fromHtmlIsomorphic } from 'hast-util-from-html-isomorphic'
import katex from 'katex'
import type { ExtraProps, Options } from 'react-markdown'

type HastElement = NonNullable<ExtraProps['node']>
interface HastParent {
  children: HastElement['children']
}

/** MathML only: no fonts. No macro can link or load, and none can grow without end. */
const SETTINGS = { output: 'mathml', trust: false, strict: 'ignore', throwOnError: true, maxExpand: 200, maxSize: 20 } as const
/** Borders are all that it styles; the content security policy would refuse the attribute. */
const STYLE = / style="[^"]*"/gu

interface Formula {
  readonly source: string
  readonly display: boolean
}

function classesOf(element: HastElement): readonly string[] {
  const names = element.properties['className']
  return Array.isArray(names) ? names.map(String) : []
}

/** What the Markdown parser took for a formula: `code` in a line, or the only `code` of a `pre`. */
function formulaIn(element: HastElement): Formula | null {
  const inside = element.tagName === 'pre' ? element.children[0] : element
  if (inside?.type !== 'element' || inside.tagName !== 'code' || !classesOf(inside).includes('language-math')) return null
  const text = inside.children[0]
  return text?.type === 'text' ? { source: text.value, display: inside !== element } : null
}

/** Null where the source cannot be read; then it is shown as it is. */
function mathOf({ source, display }: Formula): HastElement['children'] | null {
  try {
    const html = katex.renderToString(source, { ...SETTINGS, displayMode: display })
    return fromHtmlIsomorphic(html.replace(STYLE, ''), { fragment: true }).children.filter((node) => node.type !== 'doctype')
  } catch {
    return null
  }
}

function setFormulas(parent: HastParent): void {
  parent.children = parent.children.flatMap((child) => {
    if (child.type !== 'element') return [child]
    const formula = formulaIn(child)
    if (formula === null) {
      setFormulas(child)
      return [child]
    }
    return mathOf(formula) ?? [child]
  })
}

/** Formulas as MathML. */
export const mathPlugins: NonNullable<Options['rehypePlugins']> = [() => (tree: HastParent) => setFormulas(tree)]
