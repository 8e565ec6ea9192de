const CODE = /(^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|(?![\s\S])))|(`+)(?!`)(?:[^\n]|\n(?!\s*\n))*?[^`\n]\3(?!`)/gmu
const BRACKETED = /\\\[((?:(?!\\\[)[\s\S]){0,4000}?)\\\]|\\\(((?:(?!\\\()[^\n]){0,500}?)\\\)/gu
/** A formula alone on its line, which models mean as display. */
const LONE = /^([ \t]*)\$\$([^\n$]+)\$\$[ \t]*$/gmu
const DOLLARS = /\\\$|\$\$[\s\S]*?\$\$|\$([^\n$]+)\$|\$/gu

/** A single-dollar formula hugs its content and is not followed by a digit; everything else is money. */
function isFormula(inner: string | undefined, rest: string): boolean {
  return inner !== undefined && /^\S(?:[\s\S]*\S)?$/u.test(inner) && !/^\d/u.test(rest)
}

function inProse(prose: string): string {
  const bracketed = prose.replace(BRACKETED, (_all, display: string | undefined, inline: string | undefined) =>
    display === undefined ? `$${(inline ?? '').trim()}$` : `\n$$\n${display.trim()}\n$$\n`
  )
  const dollars = bracketed.replace(LONE, (_all, indent: string, inner: string) => `${indent}$$\n${indent}${inner.trim()}\n${indent}$$`)
  let from = 0
  let result = ''
  for (;;) {
    DOLLARS.lastIndex = from
    const found = DOLLARS.exec(dollars)
    if (found === null) return result + dollars.slice(from)
    const [all, inner] = found
    const end = found.index + all.length
    result += dollars.slice(from, found.index)
    if (all.startsWith('\\') || all.startsWith('$$') || isFormula(inner, dollars.slice(end))) {
      result += all
      from = end
    } else {
      result += '\\$'
      from = found.index + 1
    }
  }
}

/**
 * Brings the ways in which models write formulas to the one that is parsed: `\(…\)` and `\[…\]` become dollars, and a dollar that is
 * money is escaped. Code is left as it is.
 */
export function normaliseMath(text: string): string {
  if (!/[$\\]/u.test(text)) return text
  let from = 0
  let result = ''
  for (const code of text.matchAll(CODE)) {
    result += inProse(text.slice(from, code.index)) + code[0]
    from = code.index + code[0].length
  }
  return result + inProse(text.slice(from))
}

/** Whether a text that went through `normaliseMath` holds a formula. */
export function hasMath(text: string): boolean {
  return /(?<!\\)\$/u.test(text)
}
