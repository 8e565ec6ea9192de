import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calculator } from '../../../src/core/tools/calculator.ts'
import { evaluateArithmetic } from '../../../src/core/tools/calculator-grammar.ts'
import { parseArithmetic } from '../../../src/core/tools/parse-arithmetic.ts'
import { contextOf, dependenciesOf } from './support.ts'

function value(text: string): string {
  const result = evaluateArithmetic(text)
  return result.ok ? result.text : `refused: ${result.problem.kind}`
}

describe('exact arithmetic', () => {
  it.each([
    ['12*(3+4)', '84'],
    ['0.1+0.2', '0.3'],
    ['1/3*3', '1'],
    ['1.10 * 3', '3.3'],
    ['-2^2', '-4'],
    ['2^3^2', '512'],
    ['2**10', '1024'],
    ['2^-2', '0.25'],
    ['(-1)^999999', '-1'],
    ['0^0', '1'],
    ['--5', '5'],
    ['2*-3', '-6'],
    ['（１＋２）×３÷４', '2.25'],
    ['１０％', '0.1'],
    ['7－10', '-3'],
    ['5 − 7', '-2'],
    ['200*15%', '30'],
    ['50%+1', '1.5'],
    ['10%3', '1'],
    ['-7 % 3', '-1'],
    ['10 % (1+2)', '1'],
    ['.5+5.', '5.5'],
    ['100/8', '12.5'],
    ['10/3', '≈3.33333333333333'],
    ['-2/3', '≈-0.666666666666667'],
    ['1/700', '≈0.00142857142857143'],
    ['200000000000000000000/3', '≈66666666666666700000'],
    ['99999999999999999999/7', '≈14285714285714300000'],
    ['9999999999999999.5/3*3', '9999999999999999.5'],
    ['9'.repeat(30) + '+1', '1' + '0'.repeat(30)]
  ])('%s is %s', (expression, expected) => {
    expect(value(expression)).toBe(expected)
  })

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['1/0', 'division-by-zero'],
    ['1/(2-2)', 'division-by-zero'],
    ['5%0', 'division-by-zero'],
    ['0^-1', 'division-by-zero'],
    ['2^0.5', 'exponent'],
    ['9^9^9', 'too-large'],
    ['10^1000', 'too-large'],
    ['(10^999)*10', 'too-large'],
    ['(1/3)^5000', 'too-large'],
    ['1+', 'unfinished'],
    ['(1+2', 'unfinished'],
    ['1+2)', 'unexpected'],
    ['1 2', 'unexpected'],
    ['1.2.3', 'unexpected'],
    ['2(3)', 'unexpected'],
    ['()', 'unexpected'],
    ['*2', 'unexpected'],
    ['('.repeat(60) + '1' + ')'.repeat(60), 'too-deep'],
    ['-'.repeat(100) + '1', 'too-deep'],
    ['1' + '+1'.repeat(400), 'too-long']
  ])('%s is refused (%s)', (expression, kind) => {
    expect(value(expression)).toBe(`refused: ${kind}`)
  })

  it.each([
    ['process.exit(1)', 'p'],
    ['1e5', 'e'],
    ['1,000', ','],
    ['2+a', 'a'],
    ['1+1=2', '='],
    ['[1][0]', '['],
    ['1+`1`', '`'],
    ['1+🎉', '🎉'],
    ['1\u200b+1', '\u200b'],
    ['１，０００', '，'],
    ['"1"', '"'],
    ['१+1', '१'],
    ['1\u0000', '\u0000']
  ])('%j is refused by name', (expression, character) => {
    expect(evaluateArithmetic(expression)).toEqual({ ok: false, problem: { kind: 'character', character } })
  })

  it('never throws and always ends, whatever the text', () => {
    const sign = fc.constantFrom(...'0123456789.+-*/%^()（）×÷−　 =e')
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: sign, maxLength: 60 })), (text) => {
        const result = evaluateArithmetic(text)
        expect(result.ok ? result.text : result.problem.kind).not.toBe('')
      }),
      { numRuns: 500 }
    )
  })
})

/** An expression as text beside its exact value, built apart from the product's own grammar. */
interface Built {
  readonly text: string
  readonly n: bigint
  readonly d: bigint
}

function combine(a: Built, sign: string, b: Built): Built {
  const text = `(${a.text}${sign}${b.text})`
  if (sign === '+') return { text, n: a.n * b.d + b.n * a.d, d: a.d * b.d }
  if (sign === '-') return { text, n: a.n * b.d - b.n * a.d, d: a.d * b.d }
  if (sign === '*') return { text, n: a.n * b.n, d: a.d * b.d }
  return b.n === 0n ? a : { text, n: a.n * b.d, d: a.d * b.n }
}

const leaf: fc.Arbitrary<Built> = fc
  .tuple(fc.bigInt({ min: 0n, max: 99_999n }), fc.integer({ min: 0, max: 4 }))
  .map(([digits, decimals]) => {
    const padded = digits.toString().padStart(decimals + 1, '0')
    const text = decimals === 0 ? padded : `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
    return { text, n: digits, d: 10n ** BigInt(decimals) }
  })

const built = fc.letrec<{ tree: Built }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/'), tie('tree')).map(([a, sign, b]) => combine(a, sign, b)),
    tie('tree').map((inner) => ({ text: `(-${inner.text})`, n: -inner.n, d: inner.d }))
  )
})).tree

describe('against rational arithmetic', () => {
  it('equals the exact value, and differs from it by less than the last digit where it is marked as rounded', () => {
    let exact = 0
    fc.assert(
      fc.property(built, ({ text, n, d }) => {
        fc.pre(text.length <= 500)
        const answer = value(text)
        const shown = answer.replace('≈', '')
        const [whole = '', fraction = ''] = shown.split('.')
        const scale = 10n ** BigInt(fraction.length)
        const difference = BigInt(whole + fraction) * d - n * scale
        if (!answer.startsWith('≈')) {
          exact += 1
          expect(difference).toBe(0n)
        } else {
          // Fifteen significant digits: off by no more than 10^-14 of the value.
          const off = difference < 0n ? -difference : difference
          const size = n < 0n ? -n : n
          expect(off * 10n ** 14n <= size * scale).toBe(true)
        }
      }),
      { numRuns: 600 }
    )
    expect(exact).toBeGreaterThan(100)
  })

  it('sums and products of many decimals by precedence, without brackets', () => {
    fc.assert(
      fc.property(leaf, leaf, leaf, leaf, (a, b, c, e) => {
        const right = combine(combine(a, '+', combine(b, '*', c)), '-', e)
        expect(value(`${a.text}+${b.text}*${c.text}-${e.text}`)).toBe(value(right.text))
      })
    )
  })
})

describe('a whole message as arithmetic', () => {
  it.each([
    ['12*(3+4)=', '84'],
    ['1+1等于多少？', '2'],
    ['1 + 1 = ?', '2'],
    ['请计算：3×4', '12'],
    ['帮我算一下（1+2）×3', '9'],
    ['what is 2^10?', '1024'],
    ["What's 0.1+0.2", '0.3'],
    ['100÷8是多少', '12.5'],
    ['请问 25*4 等于多少呢？', '100'],
    ['２＋３', '5'],
    ['1/0', 'Division by zero has no result.'],
    ['1/0等于几', '不能除以零。'],
    ['2026-11-30=', '1985']
  ])('%s is answered %s', (message, answer) => {
    expect(parseArithmetic(message)).toBe(answer)
  })

  it.each([
    '',
    '42',
    '-5',
    '你好',
    '我今年30岁',
    '2026-11-30',
    '30/11/2026',
    '138-1234-5678',
    '0571-88888888',
    '+86 138 1234 5678',
    '24/7',
    '1+1 apples',
    '1+',
    'a+b',
    '我叫什么？',
    '等于多少',
    '1'.repeat(2_000) + '+1'
  ])('%j is not', (message) => {
    expect(parseArithmetic(message)).toBeNull()
  })
})

it('an odd long message costs nothing', () => {
  const started = performance.now()
  for (const part of ['1-a', '-', ' 1', '(', '等于', '=?', '1 ,']) parseArithmetic(part.repeat(330))
  parseArithmetic('1'.repeat(330) + '-'.repeat(330) + 'a'.repeat(330))
  expect(performance.now() - started).toBeLessThan(300)
})

describe('the calculator tool', () => {
  const tool = calculator.create(dependenciesOf())

  it('names the character that it refuses, in the language of the user', async () => {
    const zh = await tool.execute({ expr: '1+x' }, contextOf())
    const en = await tool.execute({ expr: '1+\u200b2' }, contextOf({ userMessage: { messageId: 'm', text: 'hi', privacy: 'open' } }))
    expect(zh).toMatchObject({ ok: false, text: expect.stringContaining('“x”') })
    expect(en).toMatchObject({ ok: false, text: expect.stringContaining('U+200B') })
  })

  it('passes the label of the message on', async () => {
    const context = contextOf({ userMessage: { messageId: 'm', text: 'hi', privacy: 'private' }, destination: 'local' })
    expect(await tool.execute({ expr: '6*7' }, context)).toEqual({ ok: true, text: '42', privacy: 'private' })
  })
})
