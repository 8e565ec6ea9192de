import type { z } from 'zod'
import { coreRoutes, type CoreRoute, type ParsedInput, type RouteOutput } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/model/errors.ts'
import { AppError, fail, ok } from '../kernel/app-error.ts'
import { faultFields, type Logger } from '../kernel/logger.ts'

/** One handler per route, complete and closed: a missing or an extra one does not compile. They throw AppError; the router turns it into a value. */
export type Handlers = {
  readonly [R in CoreRoute]: (input: ParsedInput<R>) => RouteOutput<R> | Promise<RouteOutput<R>>
}

export function isCoreRoute(route: string): route is CoreRoute {
  return Object.hasOwn(coreRoutes, route)
}

/** Where the input is wrong and how, without its content. */
export function inputProblem(error: z.ZodError): AppError {
  const issue = error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  const known = issue?.code === 'invalid_value' ? { known: issue.values.map(String).join(', ') } : {}
  return new AppError('INVALID_INPUT', `Invalid input${field === '' ? '' : ` at ${field}`}: ${issue?.code ?? 'unknown'}`, {
    field,
    problem: issue?.code ?? 'unknown',
    ...known
  })
}

/**
 * Calls a route by name with unchecked input. Never rejects: an unknown route, a wrong input and every failure are error values.
 */
export async function callRoute(handlers: Handlers, logger: Logger, route: string, input: unknown): Promise<Result<unknown>> {
  if (!isCoreRoute(route)) return fail(new AppError('UNKNOWN_ROUTE', 'Unknown route'))
  const parsed = coreRoutes[route].input.safeParse(input === undefined ? {} : input)
  if (!parsed.success) return fail(inputProblem(parsed.error))
  // The schema of this very route has checked the input; TypeScript cannot follow that through the map.
  const handler = handlers[route] as (checked: unknown) => unknown
  try {
    return ok(await handler(parsed.data))
  } catch (cause) {
    const result = fail<unknown>(cause)
    if (!result.ok && result.error.code === 'INTERNAL') {
      logger.error('route.failed', { route, ...faultFields(cause) })
    }
    return result
  }
}
