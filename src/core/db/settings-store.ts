import { AppError } from '../kernel/app-error.ts'
import { silentLogger } from '../kernel/logger.ts'
import { statement } from './statements.ts'
import { transaction } from './transaction.ts'
import type * as z from 'zod'
import type { Logger } from '../kernel/logger.ts'
import type { Db } from './connection.ts'

/** JSON values by name: settings, providers, counters. */
export interface SettingsStore {
  /** The stored value if it still fits the schema, else `fallback`. */
  get<T>(name: string, schema: z.ZodType<T>, fallback: T): T
  /** Stores a value that JSON can hold. */
  set(name: string, value: unknown): void
}

const SELECT = 'select value from settings where name = ?'
const UPSERT = 'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value'

function storedText(db: Db, name: string): string | null {
  const row = statement(db, SELECT).get(name)
  return typeof row === 'object' && row !== null && 'value' in row ? String(row.value) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value that no longer fits stays where it is, and under `unread:<name>` once a new one replaces it. */
export function createSettingsStore(db: Db, logger: Logger = silentLogger): SettingsStore {
  const unread = new Set<string>()
  return {
    get: (name, schema, fallback) => {
      const text = storedText(db, name)
      if (text === null) return fallback
      const parsed = schema.safeParse(parseJson(text))
      if (parsed.success) return parsed.data
      if (!unread.has(name)) logger.warn('setting-unreadable', { name })
      unread.add(name)
      return fallback
    },
    set: (name, value) => {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) throw new AppError('INVALID_INPUT', 'This value cannot be stored')
      transaction(db, () => {
        if (unread.has(name)) statement(db, UPSERT).run(`unread:${name}`, storedText(db, name))
        statement(db, UPSERT).run(name, text)
      })
      unread.delete(name)
    }
  }
}
