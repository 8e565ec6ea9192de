import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startScriptedServer, text, toolCalls, type ScriptedServer } from '../../support/scripted-server/index.ts'
import { openCore, type TestCore } from './support.ts'

// DESIGN: memory off means zero reads and zero writes, and so does a temporary conversation. What is watched is every statement that SQLite is given.
// Faults that were planted and found: the profile read although memory is off; facts noted as used although none was given; memory tools that are
// not refused.

const WATCHED = /\b(?:facts|facts_fts_\w+|fact_vectors|fact_evidence|profile_sections|tombstones|(?:into|update) extraction_\w+)\b/u
/** The gate's look for values that must not leave this machine: it protects, and remembers nothing. */
const GATE = /facts\.rowid\) as evidence from facts\s+where status in .* and privacy = 'private' order by rowid$/u

interface Statement {
  readonly source: string
}
type Method = 'get' | 'all' | 'run' | 'iterate'
type Methods = Record<Method, (this: Statement, ...values: unknown[]) => unknown>

let seen: string[]
let unwatch: () => void

/** Notes the text of every statement that is run from now on, by whichever connection. */
function watch(): () => void {
  const db = new Database(':memory:')
  const prototype = Object.getPrototypeOf(db.prepare('select 1')) as Methods
  db.close()
  const methods: readonly Method[] = ['get', 'all', 'run', 'iterate']
  const originals = methods.map((method) => [method, prototype[method]] as const)
  for (const [method, original] of originals) {
    prototype[method] = function (...values) {
      seen.push(this.source)
      return original.apply(this, values)
    }
  }
  return () => {
    for (const [method, original] of originals) prototype[method] = original
  }
}

const touched = (): string[] => [...new Set(seen)].filter((sql) => WATCHED.test(sql) && !GATE.test(sql.trim()))

let server: ScriptedServer
let app: TestCore

beforeEach(async () => {
  server = await startScriptedServer()
  app = await openCore()
  await app.call('providers.save', {
    id: 'scripted',
    preset: 'custom',
    baseUrl: server.baseUrl,
    model: 'scripted-model',
    destination: 'remote'
  })
  await app.call('providers.select', { id: 'scripted' })
  await app.call('memory.add', { text: 'My name is Alex' })
  await app.call('memory.add', { text: 'My submarine is yellow' })
  await app.call('memory.add', { text: 'My locker number is 88213377', privacy: 'private' })
  await app.call('memory.setProfile', { section: 'workContext', text: 'Runs a bakery.' })
  seen = []
  unwatch = watch()
  await quiet()
})

/** What is done once after the start (indexes, vectors) is over. */
async function quiet(): Promise<void> {
  do {
    seen = []
    await new Promise((resolve) => setTimeout(resolve, 600))
  } while (touched().length > 0)
}

afterEach(async () => {
  unwatch()
  await server.close()
})

/** Everything that a conversation does with memory, by every way there is. */
async function everyWay(conversationId: string): Promise<void> {
  for (const loading of ['auto', 'tool'] as const) {
    await app.call('settings.set', { patch: { memory: { loading } } })
    server.enqueue(
      toolCalls([
        { name: 'save_preference', args: { fact: 'I own a zeppelin' } },
        { name: 'recall_memory', args: { query: 'submarine' } },
        { name: 'memory_search', args: { query: 'submarine' } }
      ]),
      text('ok')
    )
    await app.turn({ conversationId, text: 'I own a zeppelin. What colour is my submarine?' })
  }
  server.otherwise(text('ok'))
  await app.turn({ conversationId, text: 'remember: I own a zeppelin' })
  await app.turn({ conversationId, text: 'private: my gate code is 4711-1234' })
  await app.turn({ conversationId, text: 'What is my gate code?', privacy: 'private' })
  await app.turn({ conversationId, text: 'Weigh two plans for my submarine', mode: 'tot' })
  await app.call('turn.preview', { conversationId, text: 'What colour is my submarine?' })
  await app.call('providers.select', { id: null })
  await app.turn({ conversationId, text: 'What colour is my submarine?' })
  await app.call('providers.select', { id: 'scripted' })
}

describe('without memory, a conversation reads and writes no fact, no vector, no evidence and no profile', () => {
  test('switched off', async () => {
    await app.call('settings.set', { patch: { memory: { enabled: false } } })
    await everyWay(await app.conversation())
    expect(touched()).toEqual([])
  })

  test('in a temporary conversation', async () => {
    const { conversationId } = await app.call('conversations.create', { temporary: true })
    await everyWay(conversationId)
    expect(touched()).toEqual([])
  })

  test('while the same with memory does both, so that the watch can fail', async () => {
    await everyWay(await app.conversation())
    const statements = touched().join('\n')
    for (const table of ['from facts', 'update facts', 'insert into facts', 'profile_sections', 'fact_evidence']) {
      expect(statements).toContain(table)
    }
  })
})
