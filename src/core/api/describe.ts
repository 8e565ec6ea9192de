import * as z from 'zod'
import { events, routes, type RouteOutput } from '../../shared/ipc/contract.ts'

type JsonSchema = RouteOutput<'contract.describe'>['routes'][string]['input']

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  // Through JSON, so that it is exactly what a script receives.
  return JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))) as JsonSchema
}

/** Every route and event as JSON Schema. */
export function describeContract(): RouteOutput<'contract.describe'> {
  return {
    routes: Object.fromEntries(
      Object.entries(routes).map(([name, route]) => [
        name,
        { input: jsonSchema(route.input, 'input'), output: jsonSchema(route.output, 'output') }
      ])
    ),
    events: Object.fromEntries(Object.entries(events).map(([name, schema]) => [name, jsonSchema(schema, 'output')]))
  }
}
