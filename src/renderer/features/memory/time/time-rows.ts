import type { Fact } from '../../../../shared/model/memory.ts'

export interface MonthRow {
  readonly kind: 'month'
  readonly key: string
  /** An ISO time in that month. */
  readonly at: string
}

export interface FactTimeRow {
  readonly kind: 'fact'
  readonly key: string
  readonly fact: Fact
  /** True for the first fact of its day. */
  readonly newDay: boolean
}

export type TimeRow = MonthRow | FactTimeRow

const dayOf = (iso: string): string => {
  const day = new Date(iso)
  return `${day.getFullYear()}-${day.getMonth()}-${day.getDate()}`
}
const monthOf = (iso: string): string => dayOf(iso).split('-').slice(0, 2).join('-')

/** Facts by when they began to hold, newest first, with a row before each month; days by the calendar of this machine. */
export function timeRows(facts: readonly Fact[]): readonly TimeRow[] {
  const rows: TimeRow[] = []
  let month = ''
  let day = ''
  for (const fact of facts.toSorted((a, b) => Date.parse(b.validFrom) - Date.parse(a.validFrom))) {
    const at = fact.validFrom
    if (monthOf(at) !== month) {
      month = monthOf(at)
      rows.push({ kind: 'month', key: month, at })
    }
    rows.push({ kind: 'fact', key: fact.factId, fact, newDay: dayOf(at) !== day })
    day = dayOf(at)
  }
  return rows
}
