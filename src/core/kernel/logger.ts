/** Fields of a log line: numbers, codes, ids. Never a text of the person, a key or a URL with a query. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>

export interface Logger {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, fields?: LogFields): void
}

/** JSON lines through `write`, for example to stderr. */
export function lineLogger(write: (line: string) => void): Logger {
  const at =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      write(JSON.stringify({ level, event, ...fields }))
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} }

/** What a log may say of an unexpected failure: its kind and the first place of a stack, a file name and line. No content. */
export function faultFields(cause: unknown): LogFields {
  const stack = cause instanceof Error ? (cause.stack ?? '') : ''
  return { name: cause instanceof Error ? cause.name : typeof cause, at: /([\w-]+\.[tj]s:\d+):\d+/u.exec(stack)?.[1] ?? '' }
}
