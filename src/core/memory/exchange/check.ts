import type * as z from 'zod'
import { AppError } from '../../kernel/app-error.ts'
import { exchangeSchema, FORMAT, FORMAT_VERSION, type Exchange, type FactItem } from './model.ts'

/** A file as it was read: still anything, with the line of each fact where it has lines. */
export interface Draft {
  readonly value: unknown
  readonly lines?: readonly number[]
}

/** @param item position in its list, from 1; @param line of the file, from 1 */
export function badItem(field: string, problem: string, item: number | null = null, line: number | null = null): AppError {
  const where = [...(item === null ? [] : [`item ${item}`]), ...(line === null ? [] : [`line ${line}`])].join(', ')
  return new AppError('INVALID_INPUT', `Bad file of memories at ${field}${where === '' ? '' : ` (${where})`}: ${problem}`, {
    field,
    problem,
    item,
    line
  })
}

const NUMBER = /^\d+$/

function schemaProblem(error: z.ZodError, lines: readonly number[] | undefined): AppError {
  const issue = error.issues[0]
  const path = issue?.path.map(String) ?? []
  const at = NUMBER.test(path[1] ?? '') ? Number(path[1]) : null
  const line = path[0] === 'facts' && at !== null ? (lines?.[at] ?? null) : null
  const own = issue?.code === 'custom' ? issue.message : (issue?.code ?? 'unknown')
  return badItem(path.join('.') || 'text', own, at === null ? null : at + 1, line)
}

function requireVersion(value: unknown): void {
  const { format, version } = typeof value === 'object' && value !== null ? (value as { format?: unknown; version?: unknown }) : {}
  if (format !== FORMAT) throw badItem('format', 'not-a-memory-file')
  if (typeof version === 'number' && version > FORMAT_VERSION) throw badItem('version', 'newer')
}

/** What the schema cannot see: a place that fits the scope, an end that fits the status. */
function problemOf(fact: FactItem): [string, string] | null {
  if ((fact.scope === 'project') !== (fact.projectId !== null)) return ['projectId', 'scope']
  if ((fact.scope === 'thread') !== (fact.conversationId !== null)) return ['conversationId', 'scope']
  if ((fact.status === 'live' || fact.status === 'proposed') && fact.supersededBy !== null) return ['supersededBy', 'status']
  return null
}

/** Links must lead to facts of the file and form no circle. */
function checkLinks(facts: readonly FactItem[], fail: (at: number, field: string, problem: string) => never): void {
  const places = new Map<string, number>()
  facts.forEach((fact, at) => {
    if (fact.id === undefined) return
    if (places.has(fact.id)) fail(at, 'id', 'repeated')
    places.set(fact.id, at)
  })
  const known = (id: string | null): boolean => id === null || places.has(id)
  facts.forEach((fact, at) => {
    if (!known(fact.supersededBy)) fail(at, 'supersededBy', 'unknown-reference')
    if (!known(fact.review?.other ?? null)) fail(at, 'review.other', 'unknown-reference')
  })
  const done = new Set<number>()
  facts.forEach((_, start) => {
    const way = new Set<number>()
    for (let at: number | undefined = start; at !== undefined && !done.has(at); at = places.get(facts[at]?.supersededBy ?? '')) {
      if (way.has(at)) fail(at, 'supersededBy', 'circle')
      way.add(at)
    }
    for (const at of way) done.add(at)
  })
}

/** @throws AppError `INVALID_INPUT` with `field`, `problem`, `item` and, of a file with lines, `line` of the first thing that is wrong */
export function checkExchange({ value, lines }: Draft): Exchange {
  requireVersion(value)
  const parsed = exchangeSchema.safeParse(value)
  if (!parsed.success) throw schemaProblem(parsed.error, lines)
  const { facts, profile } = parsed.data
  const fail = (at: number, field: string, problem: string): never => {
    throw badItem(`facts.${at}.${field}`, problem, at + 1, lines?.[at] ?? null)
  }
  facts.forEach((fact, at) => {
    const problem = problemOf(fact)
    if (problem !== null) fail(at, ...problem)
  })
  checkLinks(facts, fail)
  const ids = new Set(facts.map((fact) => fact.id))
  profile.forEach((section, at) => {
    if (section.facts.some((id) => !ids.has(id))) throw badItem(`profile.${at}.facts`, 'unknown-reference', at + 1)
  })
  return parsed.data
}
