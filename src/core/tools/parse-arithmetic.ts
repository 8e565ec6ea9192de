import { problemText } from './calculator.ts'
import { evaluateArithmetic } from './calculator-grammar.ts'
import { languageOf } from './text-language.ts'

const BEFORE = /^(?:请问|请|帮我|计算一下|算一下|算算|计算|what(?:'|’)?s|what is|how much is|calculate|compute)[\s:：,，]*/i
const AFTER = /[\s,，]*(?:等于多少|等于几|等于|是多少|是几|得多少|得几|多少)[呢呀啊吗]?[\s?？。!！]*$|\s*[=＝][\s?？]*$|[\s?？。!！]+$/

/** Dates, phone numbers, ranges like 24/7 or 1-2: numbers with signs between them that nobody wants computed. */
const NOT_MEANT = [
  /^\d{4}([-/.])\d{1,2}\1\d{1,2}$/,
  /^\d{1,2}([-/.])\d{1,2}\1\d{2,4}$/,
  /^\d{4}-\d{1,2}$/,
  /^\+?\d{1,4}(?:[- ]\d{2,5})*-\d{3,8}$/,
  /^\+\d[\d ()-]*$/,
  /^24\/7$/
]

function stripped(text: string): { readonly expression: string; readonly asked: boolean } {
  let expression = text.trim()
  for (let before = ''; before !== expression;) {
    before = expression
    expression = expression.replace(BEFORE, '')
  }
  const bare = expression.replace(AFTER, '')
  const asked = expression !== text.trim() || /[=＝]|多少|几/.test(expression.slice(bare.length))
  return { expression: bare.replace(AFTER, ''), asked }
}

/** An operator between the first and the last digit. */
function hasOperation(expression: string): boolean {
  const first = expression.search(/\d/)
  const last = expression.search(/\d\D*$/)
  return first !== -1 && /[-+*/%^−–×÷]/.test(expression.slice(first, last))
}

/**
 * The answer when a whole message is arithmetic, such as `12*(3+4)=` or `1+1等于多少？`; else null. There must be a digit and an operator
 * between two operands. What cannot be computed (`1/0`) is answered with a sentence, in the language of the message.
 */
export function parseArithmetic(text: string): string | null {
  if (text.length > 1_000) return null
  const { expression, asked } = stripped(text)
  if (!hasOperation(expression.normalize('NFKC'))) return null
  if (!asked && NOT_MEANT.some((pattern) => pattern.test(expression))) return null
  const result = evaluateArithmetic(expression)
  if (result.ok) return result.text
  switch (result.problem.kind) {
    case 'division-by-zero':
    case 'too-large':
    case 'exponent':
      return problemText(result.problem, languageOf(text))
    case 'empty':
    case 'too-long':
    case 'too-deep':
    case 'unfinished':
    case 'character':
    case 'unexpected':
      return null
  }
}
