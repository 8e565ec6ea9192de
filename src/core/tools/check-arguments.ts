/**
 * The part of JSON Schema that our own tools use, checked by hand: a validator library would be larger than all tools together, and its
 * messages are not written for a model that has to mend its call. A schema with any other keyword is refused when the registry is made.
 */
export interface ArgumentSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean'
  readonly description?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
  readonly default?: unknown
}

export interface ParameterSchema {
  readonly properties: ReadonlyMap<string, ArgumentSchema>
  readonly required: ReadonlySet<string>
}

const KEYWORDS = new Set(['type', 'description', 'minLength', 'maxLength', 'minimum', 'maximum', 'enum', 'default'])
const TYPES = new Set(['string', 'number', 'integer', 'boolean'])

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isArgumentSchema(value: unknown): value is ArgumentSchema {
  return isRecord(value) && TYPES.has(String(value['type'])) && Object.keys(value).every((key) => KEYWORDS.has(key))
}

/** @throws Error naming the argument when a schema uses what is not checked here: a fault of the product, found at start. */
export function readParameters(tool: string, parameters: Readonly<Record<string, unknown>>): ParameterSchema {
  const given = parameters['properties'] ?? {}
  const required = parameters['required'] ?? []
  if (parameters['type'] !== 'object' || !isRecord(given) || !Array.isArray(required)) throw new Error(`${tool}: not an object schema`)
  const properties = new Map<string, ArgumentSchema>()
  for (const [name, schema] of Object.entries(given)) {
    if (!isArgumentSchema(schema)) throw new Error(`${tool}: the schema of "${name}" uses what is not checked`)
    properties.set(name, schema)
  }
  return { properties, required: new Set(required.map(String)) }
}

/** Models often quote numbers and booleans. Only the plain forms are taken as meant; `"0x10"` or `" "` stay strings and fail. */
function unquoted(value: unknown, schema: ArgumentSchema): unknown {
  if (typeof value !== 'string') return value
  if ((schema.type === 'number' || schema.type === 'integer') && /^\s*-?\d{1,15}(\.\d{1,15})?\s*$/.test(value)) return Number(value)
  if (schema.type === 'boolean' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return value
}

function problemOf(name: string, value: unknown, schema: ArgumentSchema): string | null {
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return `"${name}" must be a string.`
      if (value.trim().length < (schema.minLength ?? 0)) return `"${name}" must not be empty.`
      if (value.length > (schema.maxLength ?? Infinity)) return `"${name}" is longer than ${schema.maxLength} characters.`
      break
    case 'number':
    case 'integer':
      if (typeof value !== 'number' || !Number.isFinite(value)) return `"${name}" must be a number.`
      if (schema.type === 'integer' && !Number.isInteger(value)) return `"${name}" must be a whole number.`
      if (value < (schema.minimum ?? -Infinity)) return `"${name}" must be ${schema.minimum} or more.`
      if (value > (schema.maximum ?? Infinity)) return `"${name}" must be ${schema.maximum} or less.`
      break
    case 'boolean':
      if (typeof value !== 'boolean') return `"${name}" must be true or false.`
      break
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) return `"${name}" must be one of: ${schema.enum.map(String).join(', ')}.`
  return null
}

export type CheckedArguments =
  | { readonly ok: true; readonly args: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Values against the schema; an absent or null optional argument gets its default, if it has one. */
export function checkArguments(given: ReadonlyMap<string, unknown>, schema: ParameterSchema): CheckedArguments {
  const problems: string[] = []
  const args: [string, unknown][] = []
  for (const [name, property] of schema.properties) {
    const value = unquoted(given.get(name) ?? property.default, property)
    if (value === undefined) {
      if (schema.required.has(name)) problems.push(`"${name}" is missing.`)
      continue
    }
    const problem = problemOf(name, value, property)
    if (problem === null) args.push([name, value])
    else problems.push(problem)
  }
  return problems.length === 0 ? { ok: true, args: Object.fromEntries(args) } : { ok: false, problems }
}

/** The arguments in one line, for a model that has to write its call again. */
export function describeParameters(schema: ParameterSchema): string {
  if (schema.properties.size === 0) return 'It takes no arguments.'
  const each = [...schema.properties].map(([name, { type }]) => `${name} (${type}${schema.required.has(name) ? '' : ', optional'})`)
  return `It takes one JSON object with: ${each.join(', ')}.`
}
