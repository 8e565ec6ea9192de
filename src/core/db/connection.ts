import Database from 'better-sqlite3'
import { getLoadablePath } from 'sqlite-vec'
import { AppError } from '../kernel/app-error.ts'

/** An open encrypted database. Synchronous: it belongs to one worker thread. */
export type Db = Database.Database

export interface ConnectionOptions {
  /** 32 random bytes. */
  readonly key: Uint8Array
  readonly readonly?: boolean
  /** Refuses to make a new file. */
  readonly mustExist?: boolean
  /** How long a busy file is waited for, in milliseconds. */
  readonly busyMs?: number
  /** Loads sqlite-vec; the lock file does without. */
  readonly vectors?: boolean
}

const KEY_BYTES = 32
const DEFAULT_BUSY_MS = 5_000

/** @throws AppError PROFILE_KEY: an empty key would silently make a plaintext file. */
export function requireKey(key: Uint8Array): void {
  if (key.length !== KEY_BYTES || key.every((byte) => byte === 0)) throw new AppError('PROFILE_KEY', 'The data key must be 32 bytes')
}

/** Inside a package the library lies outside the archive, where the system's loader can read it. */
function vectorExtension(): string {
  return getLoadablePath().replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}

/** `pragma key` and `pragma cipher` answer with one row; anything else means that they were not understood. */
function expectAnswer(answer: unknown, wanted: string): void {
  const row = Array.isArray(answer) ? answer[0] : undefined
  const given = typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined
  if (given !== wanted) throw new AppError('PROFILE_KEY', 'The encryption could not be switched on')
}

/**
 * Opens a file encrypted with ChaCha20-Poly1305 and a raw key, in the order that works: cipher, key, extension. Nothing is read yet, so a
 * wrong key shows with the first query (`SQLITE_NOTADB`).
 * @throws AppError PROFILE_KEY for a key that is no key; SqliteError when the file cannot be opened.
 */
export function openEncrypted(file: string, options: ConnectionOptions): Db {
  requireKey(options.key)
  const db = new Database(file, {
    readonly: options.readonly ?? false,
    fileMustExist: options.mustExist ?? false,
    timeout: options.busyMs ?? DEFAULT_BUSY_MS
  })
  try {
    expectAnswer(db.pragma("cipher='chacha20'"), 'chacha20')
    expectAnswer(db.pragma(`key='raw:${Buffer.from(options.key).toString('hex')}'`), 'ok')
    if (options.vectors ?? true) db.loadExtension(vectorExtension())
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

const PAGE_CACHE_KIB = 64 * 1024
const JOURNAL_LIMIT_BYTES = 16 * 1024 * 1024

/**
 * What every writing connection is set to. `secure_delete`, FTS5's own `secure-delete` (in the schema) and a checkpoint after a delete are
 * needed together: without any of them, erased text stays in the files.
 */
export function configure(db: Db): void {
  db.pragma('journal_mode=WAL')
  db.pragma('synchronous=FULL')
  db.pragma('secure_delete=ON')
  db.pragma('temp_store=MEMORY')
  db.pragma('trusted_schema=OFF')
  db.pragma('foreign_keys=ON')
  db.pragma(`cache_size=-${PAGE_CACHE_KIB}`)
  db.pragma(`journal_size_limit=${JOURNAL_LIMIT_BYTES}`)
}
