export type ExchangeFormat = 'json' | 'markdown'

const ENDING: Readonly<Record<ExchangeFormat, string>> = { json: 'json', markdown: 'md' }

/** @param day local date as `2026-11-30` */
export function exportName(stem: string, day: string, format: ExchangeFormat): string {
  return `${stem}-${day}.${ENDING[format]}`
}

/** The calendar day of this machine. */
export function localDay(now: number): string {
  const day = new Date(now)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** By the name of the file; what has another ending is JSON when it begins like it. */
export function formatOfFile(name: string, text: string): ExchangeFormat {
  if (/\.json$/iu.test(name)) return 'json'
  if (/\.(?:md|markdown)$/iu.test(name)) return 'markdown'
  return /^\s*[[{]/u.test(text) ? 'json' : 'markdown'
}
