import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { startHeadless, type Headless } from '../support/headless.ts'
import { sentence } from './sentences.ts'

const CHUNK = 2_000

/** Facts of the bench: the sentences from 0 on. A day apart, as if they had been said over years. */
export function factDrafts(from: number, count: number): { text: string; createdAt: string }[] {
  const first = Date.UTC(2020, 0, 1)
  return Array.from({ length: count }, (_, index) => ({
    text: sentence(from + index),
    createdAt: new Date(first + ((from + index) % 2_000) * 86_400_000).toISOString()
  }))
}

/** Waits until every fact has its vector. */
export async function embedded(app: Headless): Promise<void> {
  while ((await app.call('app.status', {})).embedder.pending > 0) await sleep(100)
}

/** Waits until the embedding model has loaded. */
export async function warmed(app: Headless): Promise<void> {
  while ((await app.call('app.status', {})).embedder.state !== 'ready') await sleep(20)
}

async function build(dir: string, facts: number): Promise<void> {
  const app = startHeadless({ profileDir: dir })
  for (let from = 0; from < facts; from += CHUNK) {
    await app.call('memory.addMany', { items: factDrafts(from, Math.min(CHUNK, facts - from)) })
  }
  await embedded(app)
  const code = await app.close()
  if (code !== 0) throw new Error(`building the profile ended with ${code}`)
}

/** What the built profile depends on: its schema and its sentences. */
function fingerprint(): string {
  const sentences = readFileSync(join(import.meta.dirname, 'sentences.ts'))
  return createHash('sha256').update(sentences).update(migrations.join('\n')).digest('hex').slice(0, 12)
}

const cacheOf = (facts: number): string => join(tmpdir(), `hearth-bench-${fingerprint()}-${facts}`)

/** True when the profile need not be built first. */
export function isBuilt(facts: number): boolean {
  return existsSync(cacheOf(facts))
}

/** Profiles of an older schema or of other sentences. */
function removeStale(facts: number): void {
  const stale = new RegExp(`^hearth-bench-[0-9a-f]{12}-${facts}$`, 'u')
  for (const name of readdirSync(tmpdir())) if (stale.test(name)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
}

/** Makes the profile once and keeps it for the next run, in the system's folder for temporary files. */
export async function ensureBuilt(facts: number): Promise<void> {
  if (isBuilt(facts)) return
  removeStale(facts)
  const part = mkdtempSync(join(tmpdir(), 'hearth-bench-part-'))
  await build(join(part, 'profile'), facts)
  renameSync(join(part, 'profile'), cacheOf(facts))
  rmSync(part, { recursive: true })
}

/** A copy of the profile with so many facts, every one embedded, and how to remove it. */
export function copyOfProfile(facts: number): { readonly dir: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-run-'))
  const dir = join(folder, 'profile')
  cpSync(cacheOf(facts), dir, { recursive: true })
  return { dir, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
