import { add, decimalText, digitsOf, divide, multiply, power, rational, remainder, subtract, type Rational } from './rational.ts'

/** Bounds that keep any input cheap: characters, nesting, and decimal digits of a numerator or denominator. */
export const EXPRESSION_MAX = 500
const DEPTH_MAX = 50
const DIGITS_MAX = 1_000

export type ArithmeticProblem =
  | { readonly kind: 'empty' | 'too-long' | 'too-deep' | 'too-large' | 'division-by-zero' | 'exponent' | 'unfinished' }
  /** Something that is no part of arithmetic, named as it was written. */
  | { readonly kind: 'character'; readonly character: string }
  /** A known sign where it cannot stand. */
  | { readonly kind: 'unexpected'; readonly sign: string }

export type ArithmeticResult = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: ArithmeticProblem }

class Refusal extends Error {
  readonly problem: ArithmeticProblem

  constructor(problem: ArithmeticProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

type Sign = '+' | '-' | '*' | '/' | '%' | '^' | '(' | ')'
type Token = { readonly sign: Sign } | { readonly number: string }

const SIGNS: ReadonlyMap<string, Sign> = new Map([
  ...[...'+-*/%^()'].map((sign): [string, Sign] => [sign, sign as Sign]),
  ['−', '-'],
  ['–', '-'],
  ['×', '*'],
  ['÷', '/']
])

/** Full-width forms (U+FF01 to U+FF5E) as their ASCII twins; nothing else is folded, so that lookalikes stay refused. */
function foldWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  const folded = foldWidth(text)
  const number = /\d+(?:\.\d*)?|\.\d+/y
  for (let at = 0; at < folded.length;) {
    number.lastIndex = at
    const found = number.exec(folded)?.[0]
    const character = String.fromCodePoint(folded.codePointAt(at) ?? 0)
    const sign = folded.startsWith('**', at) ? '^' : SIGNS.get(character)
    if (found !== undefined) tokens.push({ number: found })
    else if (sign !== undefined) tokens.push({ sign })
    else if (!/[ \t\r\n\u3000\u00a0]/.test(character)) {
      // Named as the person wrote it, not as it was folded.
      throw new Refusal({ kind: 'character', character: String.fromCodePoint(text.codePointAt(at) ?? 0) })
    }
    at += found?.length ?? (folded.startsWith('**', at) ? 2 : character.length)
  }
  return tokens
}

function literal(text: string): Rational {
  const [whole = '', fraction = ''] = text.split('.')
  return rational(BigInt(`${whole}${fraction}` === '' ? '0' : `${whole}${fraction}`), 10n ** BigInt(fraction.length))
}

function bounded(value: Rational): Rational {
  if (digitsOf(value.n) > DIGITS_MAX || digitsOf(value.d) > DIGITS_MAX) throw new Refusal({ kind: 'too-large' })
  return value
}

function raise(base: Rational, exponent: Rational): Rational {
  if (exponent.d !== 1n) throw new Refusal({ kind: 'exponent' })
  if (base.n === 0n && exponent.n < 0n) throw new Refusal({ kind: 'division-by-zero' })
  // Looked at before it is computed: 9^9^9 must cost nothing. Plain 0, 1 and -1 stay small under any exponent.
  const grows = base.d !== 1n || base.n > 1n || base.n < -1n
  const size = BigInt(Math.max(digitsOf(base.n), digitsOf(base.d)) - 1)
  const steps = exponent.n < 0n ? -exponent.n : exponent.n
  if (grows && (steps > BigInt(4 * DIGITS_MAX) || size * steps > BigInt(DIGITS_MAX))) throw new Refusal({ kind: 'too-large' })
  return grows || steps < 2n ? power(base, exponent.n) : power(base, steps % 2n === 0n ? 2n : 1n)
}

function nonZero(value: Rational): Rational {
  if (value.n === 0n) throw new Refusal({ kind: 'division-by-zero' })
  return value
}

/**
 * sum = product { (+|-) product }        product = signed { (*|/|%) signed }
 * signed = (+|-) signed | raised         raised  = percent [ ^ signed ]
 * percent = atom { % }                   atom    = number | ( sum )
 *
 * A `%` before a number or an opening bracket is a remainder, elsewhere it is "per cent". `-2^2` is -4, `2^3^2` is 512.
 */
class Parser {
  #at = 0
  #depth = 0
  readonly #tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Rational {
    if (this.#tokens.length === 0) throw new Refusal({ kind: 'empty' })
    const value = this.#sum()
    if (this.#at < this.#tokens.length) throw this.#misplaced()
    return value
  }

  #sum(): Rational {
    let value = this.#product()
    for (;;) {
      if (this.#take('+')) value = bounded(add(value, this.#product()))
      else if (this.#take('-')) value = bounded(subtract(value, this.#product()))
      else return value
    }
  }

  #product(): Rational {
    let value = this.#signed()
    for (;;) {
      if (this.#take('*')) value = bounded(multiply(value, this.#signed()))
      else if (this.#take('/')) value = bounded(divide(value, nonZero(this.#signed())))
      else if (this.#take('%')) value = bounded(remainder(value, nonZero(this.#signed())))
      else return value
    }
  }

  #signed(): Rational {
    return this.#nested(() => {
      if (this.#take('+')) return this.#signed()
      if (this.#take('-')) return subtract({ n: 0n, d: 1n }, this.#signed())
      return this.#raised()
    })
  }

  #raised(): Rational {
    let base = this.#atom()
    while (this.#peek() === '%' && !this.#operandFollows()) {
      this.#at += 1
      base = bounded(divide(base, { n: 100n, d: 1n }))
    }
    return this.#take('^') ? bounded(raise(base, this.#signed())) : base
  }

  #atom(): Rational {
    const token = this.#tokens[this.#at]
    if (token !== undefined && 'number' in token) {
      this.#at += 1
      return literal(token.number)
    }
    if (!this.#take('(')) throw this.#misplaced()
    const value = this.#sum()
    if (!this.#take(')')) throw this.#misplaced()
    return value
  }

  #nested(parse: () => Rational): Rational {
    this.#depth += 1
    if (this.#depth > DEPTH_MAX) throw new Refusal({ kind: 'too-deep' })
    const value = parse()
    this.#depth -= 1
    return value
  }

  #operandFollows(): boolean {
    const next = this.#tokens[this.#at + 1]
    return next !== undefined && ('number' in next || next.sign === '(')
  }

  #peek(): Sign | null {
    const token = this.#tokens[this.#at]
    return token !== undefined && 'sign' in token ? token.sign : null
  }

  #take(sign: Sign): boolean {
    if (this.#peek() !== sign) return false
    this.#at += 1
    return true
  }

  #misplaced(): Refusal {
    const token = this.#tokens[this.#at]
    if (token === undefined) return new Refusal({ kind: 'unfinished' })
    return new Refusal({ kind: 'unexpected', sign: 'number' in token ? token.number : token.sign })
  }
}

/** Exact arithmetic by a grammar of its own; nothing is ever evaluated as code. Any text is safe to pass in. */
export function evaluateArithmetic(text: string): ArithmeticResult {
  try {
    if (text.length > EXPRESSION_MAX) throw new Refusal({ kind: 'too-long' })
    return { ok: true, text: decimalText(new Parser(tokenize(text)).whole()) }
  } catch (cause) {
    if (cause instanceof Refusal) return { ok: false, problem: cause.problem }
    throw cause
  }
}
