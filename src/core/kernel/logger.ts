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
