import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitBlocks } from '../../../src/renderer/markdown/blocks.ts'
import { healTail } from '../../../src/renderer/markdown/heal.ts'
import { hasMath, normaliseMath } from '../../../src/renderer/markdown/math-text.ts'
import { nextLength } from '../../../src/renderer/features/chat/use-steady.ts'

describe('the tail of a growing answer', () => {
  it.each([
    ['half a fence', 'text\n\n``', 'text\n'],
    ['a fence whose language is still being written', 'text\n\n```py', 'text\n'],
    ['half of a closing fence', '```js\nlet a\n``', '```js\nlet a'],
    ['open bold', 'a **bold', 'a **bold**'],
    ['half a bold mark', 'a *', 'a'],
    ['open code', 'a `code', 'a `code`'],
    ['a link without its address', 'see [the manual](https://exam', 'see the manual'],
    ['an image', 'see ![pic](https://exam', 'see'],
    ['a lone list mark', 'a\n-', 'a'],
    ['a table head', 'text\n\n| a | b |\n|--', 'text\n\n'],
    ['open display math', 'so\n\n$$\nx = \\frac{1', 'so\n\n'],
    ['a heading underline that may be a rule', 'text\n--', 'text'],
    ['finished text', 'All **done** and `well`.', 'All **done** and `well`.']
  ])('waits or closes: %s', (_name, text, shown) => {
    expect(healTail(text)).toBe(shown)
  })

  it('never shows a fence mark as text, at any point of an answer with code', () => {
    const answer = 'Here:\n\n```ts\nconst a = `x`\n```\n\nDone.'
    for (let at = 0; at <= answer.length; at += 1) {
      const shown = healTail(answer.slice(0, at))
      const marks = shown.split('\n').filter((line) => line.startsWith('`'))
      expect(marks.every((line) => /^```(?:ts)?$/u.test(line))).toBe(true)
    }
  })
})

describe('blocks', () => {
  it('joined are the text, whatever it is', () => {
    const line = fc.constantFrom(
      '',
      'text',
      '```',
      '~~~',
      '- item',
      '  more',
      '$$',
      '| a |',
      '# head',
      '> quote',
      '1. one',
      '[r]: https://x.test'
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const text = lines.join('\n')
        expect(splitBlocks(text).join('')).toBe(text)
      })
    )
  })

  it('never cut inside a fence, a formula or a list', () => {
    expect(splitBlocks('```\na\n\nb\n```')).toHaveLength(1)
    expect(splitBlocks('$$\na\n\nb\n$$')).toHaveLength(1)
    expect(splitBlocks('- a\n\n- b\n\n  more')).toHaveLength(1)
    expect(splitBlocks('one\n\ntwo\n\n```\nx\n```\n\nthree')).toHaveLength(4)
  })
})

describe('formulas', () => {
  it.each([
    ['costs $5 and $10', 'costs \\$5 and \\$10'],
    ['$x^2$ is set', '$x^2$ is set'],
    ['\\(a+b\\)', '$a+b$'],
    ['\\[a+b\\]', '\n$$\na+b\n$$\n'],
    ['so\n$$a+b$$\nthen', 'so\n$$\na+b\n$$\nthen'],
    ['- item\n\n  $$a$$', '- item\n\n  $$\n  a\n  $$'],
    ['in $$a$$ line', 'in $$a$$ line'],
    ['`$x$` stays', '`$x$` stays'],
    ['```\n$x$ \\(y\\)\n```', '```\n$x$ \\(y\\)\n```'],
    ['\\$5', '\\$5'],
    ['价格 $5，公式 $a$', '价格 \\$5，公式 $a$']
  ])('%j', (text, expected) => {
    expect(normaliseMath(text)).toBe(expected)
  })

  it('are only looked for where there is an unescaped dollar', () => {
    expect(hasMath(normaliseMath('costs $5'))).toBe(false)
    expect(hasMath(normaliseMath('$a$'))).toBe(true)
  })
})

describe('hostile text', () => {
  const long: readonly (readonly [string, string])[] = [
    ['unclosed formulas', '\\('.repeat(40_000)],
    ['unclosed display formulas', '\\['.repeat(40_000)],
    ['dollars', '$a'.repeat(40_000)],
    ['brackets', '[a]('.repeat(20_000)],
    ['backticks', Array.from({ length: 400 }, (_, at) => '`'.repeat(at + 1)).join(' x ')],
    ['stars', '**a '.repeat(20_000)],
    ['fences', '```\n'.repeat(20_000)],
    ['blank lines', `\`${'\n '.repeat(20_000)}`]
  ]
  it.each(long)('is prepared in a moment: %s', (_name, text) => {
    const from = performance.now()
    healTail(text)
    splitBlocks(normaliseMath(text))
    expect(performance.now() - from).toBeLessThan(1_000)
  })
})

describe('steady steps', () => {
  it('always move on, never cut a character, and arrive', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        let shown = 0
        for (let steps = 0; shown < text.length; steps += 1) {
          const next = nextLength(shown, text)
          expect(next).toBeGreaterThan(shown)
          expect(text.slice(0, next).isWellFormed()).toBe(true)
          shown = next
          expect(steps).toBeLessThan(200)
        }
      })
    )
  })
})
