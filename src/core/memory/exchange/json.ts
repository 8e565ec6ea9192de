import { badItem, type Draft } from './check.ts'
import type { Exchange } from './model.ts'

/** Two spaces, in the order of the model: the same memory is the same text. Halves of a pair are written as escapes. */
export function writeJson(exchange: Exchange): string {
  return `${JSON.stringify(exchange, null, 2)}\n`
}

/** @throws AppError `INVALID_INPUT` when it is no JSON */
export function readJson(text: string): Draft {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/u, '')) as unknown }
  } catch {
    throw badItem('text', 'not-json')
  }
}
