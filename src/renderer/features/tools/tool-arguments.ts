import type { RouteOutput } from '../../../shared/ipc/contract.ts'

export type ToolInfo = RouteOutput<'tools.list'>[number]

export interface ToolArgument {
  readonly name: string
  /** Type of the JSON Schema in words, such as `string` or `number`. */
  readonly type: string
  readonly description: string
  readonly required: boolean
}

type Json = ToolInfo['parameters']

const isObject = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function typeOf(schema: { readonly [key: string]: Json }): string {
  const { type, enum: values } = schema
  if (Array.isArray(values)) return values.map(String).join(' | ')
  if (typeof type === 'string') return type
  return Array.isArray(type) ? type.map(String).join(' | ') : ''
}

/** The arguments that a tool's JSON Schema names, in its order. Anything else in the schema is left out. */
export function argumentsOf(parameters: Json): readonly ToolArgument[] {
  if (!isObject(parameters) || !isObject(parameters['properties'])) return []
  const required = Array.isArray(parameters['required']) ? parameters['required'] : []
  return Object.entries(parameters['properties']).flatMap(([name, schema]) => {
    if (!isObject(schema)) return []
    const description = typeof schema['description'] === 'string' ? schema['description'] : ''
    return [{ name, type: typeOf(schema), description, required: required.includes(name) }]
  })
}

/** The list of switched-on tools after one switch, in a steady order. Names that are not listed stay as they are. */
export function withSwitch(enabled: readonly string[], name: string, on: boolean): string[] {
  const others = enabled.filter((other) => other !== name)
  return on ? [...others, name].toSorted() : others
}
