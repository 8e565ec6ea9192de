import { repairNames, type Repair } from './aliases.ts'
import { checkArguments, describeParameters, type ParameterSchema } from './check-arguments.ts'

/** Longer argument texts are refused unread (UTF-16 units). */
const ARGS_MAX = 256 * 1024

export type ReadCall =
  | {
      readonly ok: true
      readonly args: Readonly<Record<string, unknown>>
      readonly repairs: readonly Repair[]
      readonly unknown: readonly string[]
    }
  | { readonly ok: false; readonly text: string }

function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  return JSON.parse(text) ?? {}
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A model's argument text as checked arguments. Parsed strictly: half a JSON text is never completed. Empty text and `null` mean no arguments.
 * What cannot be used becomes a text that tells the model what to mend; it quotes none of what the model wrote.
 */
export function readCall(text: string, schema: ParameterSchema): ReadCall {
  const usage = describeParameters(schema)
  if (text.length > ARGS_MAX) return { ok: false, text: `The arguments are too long. ${usage}` }
  let given: unknown
  try {
    given = parsed(text)
  } catch {
    return { ok: false, text: `The arguments are not valid JSON, so nothing was run. ${usage}` }
  }
  if (!isObject(given)) return { ok: false, text: `The arguments are not a JSON object, so nothing was run. ${usage}` }
  const { args, repairs, unknown } = repairNames(given, [...schema.properties.keys()])
  const checked = checkArguments(args, schema)
  if (!checked.ok) return { ok: false, text: `Nothing was run: ${checked.problems.join(' ')} ${usage}` }
  return { ok: true, args: checked.args, repairs, unknown }
}
