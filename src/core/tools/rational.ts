/** An exact fraction: `d` is positive and the two have no common factor. */
export interface Rational {
  readonly n: bigint
  readonly d: bigint
}

/** Significant digits of a result that has no exact decimal form, or one too long to read. */
const ROUNDED_DIGITS = 15
const EXACT_DIGITS = 60

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Decimal digits of a whole number, sign left out. */
export function digitsOf(value: bigint): number {
  return magnitude(value).toString().length
}

/** @param d not zero. */
export function rational(n: bigint, d: bigint): Rational {
  let a = magnitude(n)
  let b = magnitude(d)
  while (b !== 0n) [a, b] = [b, a % b]
  const sign = d < 0n ? -1n : 1n
  return { n: (sign * n) / a, d: (sign * d) / a }
}

export function add(a: Rational, b: Rational): Rational {
  return rational(a.n * b.d + b.n * a.d, a.d * b.d)
}

export function subtract(a: Rational, b: Rational): Rational {
  return rational(a.n * b.d - b.n * a.d, a.d * b.d)
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.n * b.n, a.d * b.d)
}

/** @param b not zero. */
export function divide(a: Rational, b: Rational): Rational {
  return rational(a.n * b.d, a.d * b.n)
}

/** What is left after whole division towards zero; it has the sign of `a`. @param b not zero. */
export function remainder(a: Rational, b: Rational): Rational {
  const whole = (a.n * b.d) / (a.d * b.n)
  return subtract(a, multiply({ n: whole, d: 1n }, b))
}

/** @param exponent whole; with a negative one, `base` is not zero. */
export function power(base: Rational, exponent: bigint): Rational {
  const times = magnitude(exponent)
  const raised = { n: base.n ** times, d: base.d ** times }
  return exponent < 0n ? rational(raised.d, raised.n) : raised
}

function withPoint(digits: string, decimals: number): string {
  if (decimals <= 0) return digits + '0'.repeat(-decimals)
  const padded = digits.padStart(decimals + 1, '0')
  const fraction = padded.slice(-decimals).replace(/0+$/, '')
  const whole = padded.slice(0, -decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Decimals that the exact form needs, or null when it never ends. */
function exactDecimals(d: bigint): number | null {
  let rest = d
  let twos = 0
  let fives = 0
  while (rest % 2n === 0n) {
    rest /= 2n
    twos += 1
  }
  while (rest % 5n === 0n) {
    rest /= 5n
    fives += 1
  }
  return rest === 1n ? Math.max(twos, fives) : null
}

function scaled(n: bigint, d: bigint, decimals: number): bigint {
  const top = decimals > 0 ? n * 10n ** BigInt(decimals) : n
  const bottom = decimals < 0 ? d * 10n ** BigInt(-decimals) : d
  return (2n * top + bottom) / (2n * bottom)
}

function rounded(n: bigint, d: bigint): string {
  let decimals = ROUNDED_DIGITS - (digitsOf(n) - digitsOf(d))
  if (digitsOf(scaled(n, d, decimals)) > ROUNDED_DIGITS) decimals -= 1
  return withPoint(scaled(n, d, decimals).toString(), decimals)
}

/** Decimal text; a result that had to be rounded (half away from zero, 15 significant digits) begins with ≈. */
export function decimalText(value: Rational): string {
  const n = magnitude(value.n)
  const sign = value.n < 0n ? '-' : ''
  if (value.d === 1n) return sign + n.toString()
  const decimals = exactDecimals(value.d)
  if (decimals !== null) {
    const digits = (n * 10n ** BigInt(decimals)) / value.d
    const text = digitsOf(digits) <= EXACT_DIGITS && decimals <= EXACT_DIGITS ? withPoint(digits.toString(), decimals) : null
    if (text !== null) return sign + text
  }
  return `≈${sign}${rounded(n, value.d)}`
}
