import type { Line, Measurement } from './measurement.ts'
import { targetsOf } from './targets.ts'

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

const figure = (one: Measurement): string => (one.metric.endsWith(' ms') ? one.value.toFixed(1) : one.value.toFixed(3))

/** A table per suite: what was measured in rows, ablations in columns. */
function tableOf(suite: string, measured: readonly Measurement[]): string {
  const ablations = [...new Set(measured.map((one) => one.ablation))]
  const rowOf = (one: Measurement): string => `${one.language}\t${one.type}\t${one.metric}`
  const rows = [...new Set(measured.map(rowOf))]
  const cells = rows.map((row) => {
    const own = measured.filter((one) => rowOf(one) === row)
    const values = ablations.map((ablation) => {
      const found = own.find((one) => one.ablation === ablation)
      if (found === undefined) return ''
      const interval = ablations.length === 1 ? ` (${found.low.toFixed(3)} to ${found.high.toFixed(3)})` : ''
      return figure(found) + interval
    })
    return [...row.split('\t'), String(own[0]?.n ?? ''), ...values]
  })
  return `${suite}\n${columns([['language', 'type', 'metric', 'n', ...ablations], ...cells])}`
}

/** All of it for a person to read: tables, what was skipped, and which musts and aims are met. */
export function reportOf(lines: readonly Line[]): string {
  const measured = lines.filter((line): line is Measurement => 'value' in line)
  const skipped = lines.flatMap((line) => ('skipped' in line ? [`${line.suite}: skipped, ${line.skipped}`] : []))
  const tables = [...new Set(measured.map((one) => one.suite))].map((suite) =>
    tableOf(
      suite,
      measured.filter((one) => one.suite === suite)
    )
  )
  const targets = targetsOf(lines).map(({ kind, what, measured: value, met }) => [
    value === null ? 'not measured' : met ? 'met' : 'MISSED',
    kind,
    what,
    value ?? ''
  ])
  return [...tables, ...(skipped.length === 0 ? [] : [skipped.join('\n')]), columns(targets)].join('\n\n')
}
