import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coreRoutes, events, routes, shellRoutes, type Route, type RouteInput } from '../../src/shared/ipc/contract.ts'
import { ERROR_CODES } from '../../src/shared/model/errors.ts'
import { startHeadless, temporaryProfile, type Headless } from '../support/headless.ts'

// One process for the whole file: no input may take it down.

const profile = temporaryProfile()
let app: Headless
let ids: { conversationId: string; factId: string; others: string[]; projectId: string; messageId: string; turnId: string }

beforeAll(async () => {
  app = startHeadless({ profileDir: profile.dir })
  const { conversationId } = await app.call('conversations.create', { title: 'Contract' })
  const { factId } = await app.call('memory.add', { text: 'The contract is declared once' })
  const others = await app.call('memory.addMany', { items: [{ text: 'Two of a kind' }, { text: 'A pair' }, { text: 'To be forgotten' }] })
  const { projectId } = await app.call('projects.create', { name: 'Contract' })
  const turn = await app.turn({ conversationId, text: 'What is declared once?' })
  // Words that a rule learns from, so that there is something to tell.
  await app.turn({ conversationId, text: 'I live in Graz.' })
  await app.call('memory.extract', {})
  ids = { conversationId, factId, others: others.map((one) => one.factId), projectId, messageId: turn.userMessageId, turnId: turn.turnId }
})

afterAll(async () => {
  expect(await app.close()).toBe(0)
  profile.remove()
})

/** A valid input for every route, in an order that works on one profile. A route without an entry does not compile. */
function validInputs(): { readonly [R in Route]: RouteInput<R> } {
  const { conversationId, factId, others, projectId, messageId, turnId } = ids
  return {
    'contract.describe': {},
    'app.status': {},
    'app.diagnostics': {},
    'settings.get': {},
    'settings.set': { patch: { appearance: { theme: 'dark' } } },
    'providers.save': { id: 'p', preset: 'custom', baseUrl: 'http://127.0.0.1:9/v1', model: 'm', destination: 'remote' },
    'providers.setKey': { id: 'p', key: 'sk-contract' },
    'providers.list': {},
    'providers.test': { id: 'p' },
    'providers.select': { id: 'p', model: 'm' },
    'providers.delete': { id: 'p' },
    'providers.discover': {},
    'conversations.create': { title: 'Another', temporary: false },
    'conversations.list': { limit: 10 },
    'conversations.rename': { conversationId, title: 'Renamed' },
    'conversations.search': { query: 'declared', limit: 5 },
    'conversations.showVersion': { conversationId, messageId },
    'conversations.facts': { conversationId },
    'conversations.compact': { conversationId },
    'conversations.compaction': { compactionId: 'none' },
    'projects.list': {},
    'projects.create': { name: 'Another project' },
    'projects.rename': { projectId, name: 'Renamed project' },
    'conversations.setProject': { conversationId, projectId },
    'messages.list': { conversationId },
    'messages.result': { messageId, offset: 0, limit: 10 },
    'drafts.set': { conversationId, text: 'half a thought' },
    'drafts.get': { conversationId },
    'turn.start': { conversationId, text: '1 + 1', privacy: 'open', mode: 'auto' },
    'turn.regenerate': { conversationId, messageId },
    'turn.stop': { turnId },
    'turn.attach': { turnId, afterSeq: 0 },
    'turn.active': {},
    'turn.answer': { turnId, requestId: 'none', decision: 'once' },
    'turn.preview': { conversationId, text: 'hello' },
    'memory.add': { text: 'One more fact', category: 'context', aliases: ['more'], createdAt: '2026-01-01T00:00:00Z' },
    'memory.addMany': { items: [{ text: 'First of two' }, { text: 'Second of two', privacy: 'private' }] },
    'memory.recall': { query: 'contract', limit: 3, destination: 'local', abstain: false },
    'memory.list': { search: 'contract', status: 'all', limit: 10, offset: 0 },
    'memory.get': { factId },
    'memory.update': { factId, patch: { pinned: true } },
    'memory.about': { query: 'contract' },
    'memory.merge': { factIds: others.slice(0, 2), text: 'One of a kind' },
    'memory.unmerge': { mergeId: 'none' },
    'memory.takeBack': { factId: 'none' },
    'memory.review': { list: 'inbox', limit: 5 },
    'memory.profile': {},
    'memory.setProfile': { section: 'workContext', text: 'Declares contracts' },
    'memory.map': { limit: 100 },
    'memory.extraction': {},
    'memory.extract': { conversationId },
    'memory.dropBatch': { batchId: 'none' },
    'memory.export': { format: 'json' },
    'memory.import': { format: 'markdown', text: '- Written by hand' },
    'embedding.models': {},
    'embedding.download': { id: 'none' },
    'embedding.cancel': { id: 'none' },
    'embedding.addFolder': { path: '/nowhere', pooling: 'mean', queryPrefix: '', passagePrefix: '', multilingual: false },
    'embedding.select': { id: 'none' },
    'privacy.receipts': { limit: 5 },
    'tools.list': {},
    'memory.delete': { factId, undoable: true },
    'memory.deleteMany': { factIds: others.slice(2), undoable: true },
    'deletions.undo': { deletionId: 'none' },
    'projects.delete': { projectId, undoable: true },
    'conversations.delete': { conversationId, undoable: true, withFacts: true },
    'shell.state': {},
    'shell.unlock': { passphrase: 'not needed' },
    'shell.retry': {},
    'shell.setAside': {},
    'shell.openExternal': { url: 'https://example.org' },
    'shell.showDataFolder': {},
    'shell.chooseFile': { kind: 'certificate' },
    'shell.saveFile': { name: 'memory.json', text: '{}' },
    'shell.openFile': { kind: 'memory' }
  }
}

const names = Object.keys(routes) as Route[]

/** Routes that refuse their valid input here, and why. */
const REFUSED: Partial<Record<Route, string>> = {
  'providers.test': 'PROVIDER_DOWN',
  'conversations.compact': 'PROVIDER_NONE',
  'conversations.compaction': 'NOT_FOUND',
  'messages.result': 'NOT_FOUND',
  'turn.answer': 'NOT_FOUND',
  'memory.unmerge': 'NOT_FOUND',
  'memory.takeBack': 'NOT_FOUND',
  'memory.dropBatch': 'NOT_FOUND',
  'embedding.download': 'NOT_FOUND',
  'embedding.cancel': 'NOT_FOUND',
  'embedding.addFolder': 'INVALID_INPUT',
  'embedding.select': 'NOT_FOUND',
  'deletions.undo': 'NOT_FOUND',
  'shell.setAside': 'INVALID_INPUT',
  'shell.openExternal': 'NOT_FOUND',
  'shell.showDataFolder': 'NOT_FOUND',
  'shell.chooseFile': 'NOT_FOUND',
  'shell.saveFile': 'NOT_FOUND',
  'shell.openFile': 'NOT_FOUND'
}

describe('contract.describe', () => {
  test('lists every route and event with JSON Schema', async () => {
    const described = await app.call('contract.describe', {})
    expect(Object.keys(described.routes).sort()).toEqual([...names].sort())
    expect(Object.keys(described.events).sort()).toEqual(Object.keys(events).sort())
    for (const { input, output } of Object.values(described.routes)) {
      expect(input).toMatchObject({ $schema: expect.any(String), type: 'object', additionalProperties: false })
      expect(output).toMatchObject({ $schema: expect.any(String) })
    }
    expect(described.routes['turn.start']?.input).toMatchObject({ required: ['conversationId', 'text'] })
  })
})

describe('bad input', () => {
  test('an unknown route is told as such, also under names that every object has', async () => {
    for (const route of [
      'no.such',
      '',
      'shell.no',
      'constructor',
      '__proto__',
      'toString',
      'shell.__proto__',
      'turn.start ',
      'TURN.START'
    ]) {
      expect(await app.ask(route, {}), route).toMatchObject({ ok: false, error: { code: 'UNKNOWN_ROUTE' } })
    }
  })

  test.each(names)('%s refuses what is not an object, an extra field, and a wrong type in any field', async (route) => {
    const valid = validInputs()[route] as Record<string, unknown>
    const wrong: unknown[] = [null, true, 5, 'text', [], { ...valid, unexpected: 1 }]
    for (const field of Object.keys(valid)) wrong.push({ ...valid, [field]: { nested: [1] } }, { ...valid, [field]: [[1]] })
    const described = await app.call('contract.describe', {})
    const schema = described.routes[route]?.input as { required?: string[] }
    for (const field of schema.required ?? []) {
      const { [field]: _left, ...rest } = valid
      wrong.push(rest)
    }
    for (const input of wrong) {
      expect(await app.ask(route, input), JSON.stringify(input)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    }
  })

  test('values at the edge of their range are refused or answered, never a fault', async () => {
    const { conversationId, turnId } = ids
    const long = 'x'.repeat(1_000_001)
    const refused: [Route, unknown][] = [
      ['turn.start', { conversationId, text: ' \n\t' }],
      ['turn.start', { conversationId, text: long }],
      ['turn.start', { conversationId: 'a b', text: 'x' }],
      ['turn.start', { conversationId: 'x'.repeat(129), text: 'x' }],
      ['memory.add', { text: 'y'.repeat(20_001) }],
      ['memory.add', { text: '  ' }],
      ['memory.add', { text: 'x', createdAt: '2026-13-45T00:00:00Z' }],
      ['memory.add', { text: 'x', scope: 'project' }],
      ['memory.addMany', { items: [] }],
      ['memory.list', { limit: 0 }],
      ['memory.list', { offset: -1 }],
      ['memory.list', { limit: 1.5 }],
      ['turn.attach', { turnId, afterSeq: 1e300 }],
      ['settings.set', { patch: { chat: { maxRounds: 99 } } }],
      ['settings.set', { patch: { network: { caFile: '/nowhere/authority.pem' } } }],
      ['settings.set', { patch: { tools: { enabled: ['calculator', 'no_such_tool'] } } }],
      ['settings.set', { patch: { tools: { enabled: ['calculator', 'calculator'] } } }],
      ['settings.set', { patch: { network: { proxyUrl: 'javascript:1' } } }],
      ['providers.save', { id: 'p', preset: 'custom' }],
      ['providers.save', { id: 'p', preset: 'custom', baseUrl: 'file:///etc/passwd' }],
      ['providers.save', { id: 'p', preset: 'custom', baseUrl: 'http://name:secret@127.0.0.1/v1' }],
      ['providers.save', { id: 'p', preset: 'openai', destination: 'local' }]
    ]
    for (const [route, input] of refused) {
      const result = await app.ask(route, input)
      expect(result, `${route} ${JSON.stringify(input).slice(0, 80)}`).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    }
    const answered: [Route, unknown][] = [
      ['memory.list', { offset: Number.MAX_SAFE_INTEGER }],
      ['memory.add', { text: '\u0000 \ud800 half a pair', aliases: ['\udc00'] }],
      ['memory.recall', { query: '\ud800', asOf: '0001-01-01T00:00:00Z' }],
      ['memory.add', { text: 'long ago', createdAt: '0001-01-01T00:00:00Z' }],
      ['turn.attach', { turnId, afterSeq: Number.MAX_SAFE_INTEGER }]
    ]
    for (const [route, input] of answered) expect(await app.ask(route, input), route).toMatchObject({ ok: true })
  })

  test('odd search texts give results or nothing, never an error', async () => {
    for (const query of [
      '',
      ' ',
      '"',
      "a'b",
      '"--error"',
      'C++',
      '*',
      '(',
      'NEAR',
      'AND OR NOT',
      '猫',
      'db',
      '杭州',
      '\u0000',
      '%',
      'a:b',
      '-'
    ]) {
      for (const route of ['conversations.search', 'memory.recall'] as const)
        expect(await app.ask(route, { query }), query).toMatchObject({ ok: true })
      expect(await app.ask('memory.list', { search: query }), query).toMatchObject({ ok: true })
    }
  })

  test('queries of 1 MB are answered in a moment', async () => {
    const words = Array.from({ length: 120_000 }, (_, index) => `word${index}`)
      .join(' ')
      .slice(0, 1_048_576)
    const queries = [words, '端到端测试结果'.repeat(150_000), '"'.repeat(1_048_576), 'x'.repeat(1_048_576)]
    const began = performance.now()
    for (const query of queries) {
      expect(await app.ask('conversations.search', { query })).toMatchObject({ ok: true })
      expect(await app.ask('memory.recall', { query })).toMatchObject({ ok: true })
      expect(await app.ask('memory.list', { search: query })).toMatchObject({ ok: true })
    }
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(await app.ask('app.status')).toMatchObject({ ok: true })
  })

  test('whatever JSON comes to whatever route, the answer has a code of the closed set and is never an internal fault', async () => {
    const field = fc.constantFrom(
      'conversationId',
      'text',
      'query',
      'id',
      'patch',
      'factId',
      'items',
      'limit',
      'messageId',
      'turnId',
      'editOf',
      'privacy'
    )
    const input = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(field, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }))
    const harmless = names.filter((name) => !['providers.test', 'providers.discover', 'shell.retry'].includes(name))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...harmless), input, async (route, value) => {
        const result = await app.ask(route, value)
        if (result.ok) return
        expect(ERROR_CODES).toContain(result.error.code)
        expect(result.error.code).not.toBe('INTERNAL')
      }),
      { numRuns: 300 }
    )
  })
})

describe('outputs', () => {
  test('of every route parse under their own schema and name no field that it does not declare', async () => {
    const inputs = validInputs()
    expect(Object.keys(inputs).sort()).toEqual([...names].sort())
    for (const route of Object.keys(inputs) as Route[]) {
      const result = await app.ask(route, inputs[route])
      const refusal = REFUSED[route]
      if (refusal !== undefined) {
        expect(result, route).toMatchObject({ ok: false, error: { code: refusal } })
        continue
      }
      expect(result, route).toMatchObject({ ok: true })
      const value: unknown = result.ok ? result.value : null
      expect(routes[route].output.parse(value), route).toEqual(value)
    }
    expect(Object.keys(coreRoutes).length + Object.keys(shellRoutes).length).toBe(names.length)
  })

  test('of every event parse under their schema', () => {
    const seen = app.lines
      .map((line) => JSON.parse(line) as { event?: keyof typeof events; data?: unknown })
      .filter((line) => line.event !== undefined)
    expect(new Set(seen.map((line) => line.event))).toEqual(new Set(Object.keys(events)))
    for (const { event, data } of seen) if (event !== undefined) expect(events[event].parse(data)).toEqual(data)
  })

  test('reply of an error never holds a stack, a path of this machine or what was typed', async () => {
    const marked = 'MARKED-9f3a'
    await app.ask('turn.start', { conversationId: marked, text: marked, unknown: marked })
    await app.ask('memory.get', { factId: marked })
    const errors = app.lines.filter((line) => line.includes('"ok":false'))
    expect(errors.length).toBeGreaterThan(50)
    for (const line of errors) expect(line).not.toMatch(/MARKED-9f3a|\.ts:|node_modules|at \w+ \(/)
    expect(app.stderr()).not.toContain(marked)
  })
})
