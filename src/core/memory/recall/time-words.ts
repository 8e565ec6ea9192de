/** When something was said, as a question puts it. */
export interface AskedTime {
  /** 0 to 11; null when no month is named. */
  readonly month: number | null
  readonly year: number | null
}

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const NAMES = MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')
/** "May" and "march" are months only with a word before or a year behind that makes them one. */
const ENGLISH = new RegExp(
  `\\b(?:(?:in|last|this|since|during|early|late|mid|back in|of)\\s+(?<month>${NAMES})\\.?(?:,?\\s+(?<year>20\\d\\d))?|(?<monthOnly>${NAMES})\\.?,?\\s+(?<yearOnly>20\\d\\d)|in\\s+(?<bareYear>20\\d\\d))\\b`,
  'giu'
)
const CHINESE =
  /(?:(?<year>20\d\d)\s*年)?\s*(?<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])\s*月(?:份|里|底|初|中旬)?(?!\d)|(?<bareYear>20\d\d)\s*年/gu
const VAGUE =
  /\b(?:yesterday|today|recently|lately|earlier|ago|before|(?:last|this|past)\s+(?:week|month|year|spring|summer|autumn|fall|winter|time))\b|昨天|前天|今天|最近|上次|之前|以前|上个?(?:星期|周|月)|去年|前年|今年|这个月|那时候?/giu
const CHINESE_NUMBERS = '一二三四五六七八九十'

function monthOf(text: string): number {
  const low = text.toLowerCase()
  if (/^\d+$/u.test(low)) return Number(low) - 1
  const english = MONTHS.findIndex((name) => low === name || low === name.slice(0, 3))
  if (english >= 0) return english
  return low.length === 2 ? 9 + CHINESE_NUMBERS.indexOf(low.charAt(1)) + 1 : CHINESE_NUMBERS.indexOf(low)
}

/** Parts a question into what it is about and when that was. Words of time say when a message was written, not what stands in it. */
export function partTime(query: string): { readonly about: string; readonly time: AskedTime } {
  let month: number | null = null
  let year: number | null = null
  let about = query
  for (const pattern of [ENGLISH, CHINESE]) {
    about = about.replace(pattern, (...found: unknown[]) => {
      const groups = found.at(-1) as Record<string, string | undefined>
      const named = groups['month'] ?? groups['monthOnly']
      const when = groups['year'] ?? groups['yearOnly'] ?? groups['bareYear']
      month ??= named === undefined ? null : monthOf(named)
      year ??= when === undefined ? null : Number(when)
      return ' '
    })
  }
  return { about: about.replace(VAGUE, ' '), time: { month, year } }
}

/** @param at milliseconds since the epoch. False when no time was asked for. */
export function isAskedTime(time: AskedTime, at: number): boolean {
  const date = new Date(at)
  if (time.month === null && time.year === null) return false
  return (time.month === null || date.getMonth() === time.month) && (time.year === null || date.getFullYear() === time.year)
}
