import { useMemo } from 'react'
import { useLanguage, type Language } from './language.ts'

const LOCALE: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-GB' }
const DAY_MS = 86_400_000

/** Words for a count, by the rules of the language; Chinese only ever needs `other`. `#` stands for the number. */
export interface PluralForms {
  readonly one?: string
  readonly other: string
}

export interface Format {
  readonly number: (value: number) => string
  readonly plural: (count: number, forms: PluralForms) => string
  /** A size in bytes, in B, kB or MB. */
  readonly bytes: (bytes: number) => string
  /** Day and time of an ISO time. */
  readonly dateTime: (iso: string) => string
  readonly date: (iso: string) => string
  readonly time: (iso: string) => string
  /** Month and year. */
  readonly month: (iso: string) => string
  /** The day alone, as `3` or `3日`. */
  readonly dayOfMonth: (iso: string) => string
  /** A duration in milliseconds: tenths of a second below ten seconds, then seconds, then minutes. */
  readonly duration: (ms: number) => string
  /** Today, yesterday, the weekday within a week, else the date. */
  readonly day: (iso: string, now: number) => string
  readonly list: (items: readonly string[]) => string
}

/** Days between two times by the calendar of this machine. */
export function calendarDays(from: number, to: number): number {
  const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0)
  return Math.round((midnight(to) - midnight(from)) / DAY_MS)
}

function bytesIn(locale: string, bytes: number): string {
  const [value, unit] = bytes < 1_000 ? [bytes, 'B'] : bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} ${unit}`
}

function durationIn(locale: string, ms: number): string {
  const seconds = ms / 1_000
  const [value, unit] = seconds < 90 ? [seconds, 'second'] : [seconds / 60, 'minute']
  const digits = seconds < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits }).format(value)
}

function dayIn(locale: string, iso: string, now: number): string {
  const at = Date.parse(iso)
  const days = calendarDays(at, now)
  if (days === 0 || days === 1) {
    const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
    return words.charAt(0).toUpperCase() + words.slice(1)
  }
  if (days > 1 && days < 7) return new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(at)
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', ...(sameYear ? {} : { year: 'numeric' }) }).format(at)
}

export function formatFor(language: Language): Format {
  const locale = LOCALE[language]
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const month = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long' })
  const dayOfMonth = new Intl.DateTimeFormat(locale, { day: 'numeric' })
  const list = new Intl.ListFormat(locale)
  return {
    number: (value) => numbers.format(value),
    plural: (count, forms) => ((rules.select(count) === 'one' ? forms.one : undefined) ?? forms.other).replace('#', numbers.format(count)),
    bytes: (bytes) => bytesIn(locale, bytes),
    dateTime: (iso) => dateTime.format(Date.parse(iso)),
    date: (iso) => date.format(Date.parse(iso)),
    time: (iso) => time.format(Date.parse(iso)),
    month: (iso) => month.format(Date.parse(iso)),
    dayOfMonth: (iso) => dayOfMonth.format(Date.parse(iso)),
    duration: (ms) => durationIn(locale, ms),
    day: (iso, now) => dayIn(locale, iso, now),
    list: (items) => list.format(items)
  }
}

/** Numbers, dates and counts in the language of the window. */
export function useFormat(): Format {
  const language = useLanguage()
  return useMemo(() => formatFor(language), [language])
}
