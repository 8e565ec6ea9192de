import { evaluateArithmetic, EXPRESSION_MAX, type ArithmeticProblem } from './calculator-grammar.ts'
import { languageOf } from './text-language.ts'
import type { ToolDefinition } from './tool-definition.ts'

/** A character as a person can tell it: itself, or its number when it cannot be seen. */
function named(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return `“${character}”`
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** A plain sentence for a refusal. */
export function problemText(problem: ArithmeticProblem, language: 'zh' | 'en'): string {
  const zh = language === 'zh'
  switch (problem.kind) {
    case 'empty':
      return zh ? '没有可以计算的内容。' : 'There is nothing to calculate.'
    case 'too-long':
      return zh ? `算式太长，最多 ${EXPRESSION_MAX} 个字符。` : `The expression is too long; ${EXPRESSION_MAX} characters are the most.`
    case 'too-deep':
      return zh ? '括号或符号嵌套太多。' : 'Brackets or signs are nested too deeply.'
    case 'too-large':
      return zh ? '结果太大，算不了。' : 'The result is too large.'
    case 'division-by-zero':
      return zh ? '不能除以零。' : 'Division by zero has no result.'
    case 'exponent':
      return zh ? '指数只能是整数。' : 'An exponent must be a whole number.'
    case 'unfinished':
      return zh ? '算式没有写完。' : 'The expression is not finished.'
    case 'character':
      return zh
        ? `不能计算含有 ${named(problem.character)} 的算式：只支持数字、+ − × ÷ * / % ^、正负号和括号。`
        : `Cannot calculate with ${named(problem.character)}: only numbers, + − × ÷ * / % ^, signs and brackets are allowed.`
    case 'unexpected':
      return zh ? `“${problem.sign}”不该出现在这个位置。` : `“${problem.sign}” cannot stand where it does.`
  }
}

export const calculator: ToolDefinition = {
  name: 'calculator',
  needsMemory: false,
  create: () => ({
    name: 'calculator',
    description:
      'Computes an arithmetic expression exactly. Numbers, + - * / % ^, signs and brackets only. Use it for every computation. 精确计算算式。',
    parameters: {
      type: 'object',
      properties: { expr: { type: 'string', description: 'The expression, for example (1200 - 300) * 0.85' } },
      required: ['expr']
    },
    network: false,
    readOnly: true,
    execute: async (args, context) => {
      const result = evaluateArithmetic(String(args['expr']))
      const privacy = context.userMessage.privacy
      if (result.ok) return { ok: true, text: result.text, privacy }
      return { ok: false, text: problemText(result.problem, languageOf(context.userMessage.text)), privacy }
    }
  })
}
