import { memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { useTexts } from '../i18n/messages.ts'
import { CodeBlock } from './code-block.tsx'
import { ImageChip, Link } from './link.tsx'
import styles from './markdown.module.css'

type HastElement = NonNullable<ExtraProps['node']>
type HastNode = HastElement['children'][number]

function textOf(node: HastNode | HastElement): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

function languageOf(code: HastElement | undefined): string {
  const names = code?.properties['className']
  const name = Array.isArray(names) ? names.map(String).find((each) => each.startsWith('language-')) : undefined
  const language = name?.slice('language-'.length) ?? ''
  return /^[\w+#.-]{1,30}$/u.test(language) ? language : ''
}

function codeIn(pre: HastElement | undefined): HastElement | undefined {
  const first = pre?.children[0]
  return first?.type === 'element' && first.tagName === 'code' ? first : undefined
}

function Table({ children }: { readonly children: ReactNode }) {
  const texts = useTexts()
  return (
    <div className={styles['table']} role="group" aria-label={texts.chat.markdown.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

/** Only these decide what an address can do: none of them puts one into the page. */
function componentsFor(live: boolean): Components {
  return {
    a: ({ href, node, children }) => (
      <Link href={href} text={node === undefined ? '' : textOf(node)}>
        {children}
      </Link>
    ),
    img: ({ src, alt }) => <ImageChip address={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
    pre: ({ node }) => {
      const code = codeIn(node)
      return <CodeBlock code={code === undefined ? '' : textOf(code).replace(/\n$/u, '')} language={languageOf(code)} live={live} />
    },
    table: ({ children }) => <Table>{children}</Table>,
    input: ({ checked }) => <input type="checkbox" checked={checked === true} disabled readOnly />
  }
}

const COMPONENTS = { live: componentsFor(true), done: componentsFor(false) }
const REMARK: NonNullable<Options['remarkPlugins']> = [remarkGfm, remarkMath]
const ADDRESS_AS_IT_IS: NonNullable<Options['urlTransform']> = (url) => url

export interface BlockProps {
  readonly text: string
  /** The end of this block still grows. */
  readonly live: boolean
  /** The formula plugin once it is loaded; formulas are shown as their source until then. */
  readonly math: NonNullable<Options['rehypePlugins']>
}

/** One piece of Markdown. Raw HTML is shown as the text that it is. Not rendered anew while its text stays the same. */
export const MarkdownBlock = memo(function MarkdownBlock({ text, live, math }: BlockProps) {
  return (
    <ReactMarkdown
      remarkPlugins={REMARK}
      rehypePlugins={math}
      components={live ? COMPONENTS.live : COMPONENTS.done}
      urlTransform={ADDRESS_AS_IT_IS}
    >
      {text}
    </ReactMarkdown>
  )
})
