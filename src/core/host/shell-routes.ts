import type { ParsedInput, RouteOutput, ShellRoute } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/model/errors.ts'
import { AppError, fail } from '../kernel/app-error.ts'

export type ShellHandlers = {
  readonly [R in ShellRoute]: (input: ParsedInput<R>) => Promise<Result<RouteOutput<R>>>
}

/** Checks the input of a `shell.` route and answers it. Never rejects. */
export async function callShellRoute(handlers: ShellHandlers, route: string, input: unknown): Promise<Result<unknown>> {
  // Loaded at first use: the start of the core does not wait for it.
  const { shellRoutes } = await import('../../shared/ipc/contract.ts')
  if (!Object.hasOwn(shellRoutes, route)) return fail(new AppError('UNKNOWN_ROUTE', 'Unknown route'))
  const name = route as ShellRoute
  const parsed = shellRoutes[name].input.safeParse(input === undefined ? {} : input)
  if (!parsed.success) return fail(new AppError('INVALID_INPUT', 'Invalid input'))
  const handler = handlers[name] as (checked: unknown) => Promise<Result<unknown>>
  try {
    return await handler(parsed.data)
  } catch (cause) {
    return fail(cause)
  }
}
