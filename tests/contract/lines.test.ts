import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHeadless, temporaryProfile, type Headless } from '../support/headless.ts'

interface Reply {
  readonly id: unknown
  readonly ok: boolean
  readonly error?: { readonly code: string }
}

let profile: ReturnType<typeof temporaryProfile>
let app: Headless

beforeEach(() => {
  profile = temporaryProfile()
  app = startHeadless({ profileDir: profile.dir })
})

afterEach(async () => {
  await app.close()
  profile.remove()
})

const replies = (): Reply[] =>
  app.lines.map((line) => JSON.parse(line) as Reply & { event?: string }).filter((line) => line.event === undefined)

describe('JSON lines', () => {
  test('each line is answered with its own id or none, and what cannot be read leaves the next line usable', async () => {
    const lines = [
      'not json',
      '{"id":1,"route":',
      '[]',
      'null',
      '"text"',
      '{}',
      '{"id":"a","route":7}',
      '{"id":"without-route"}',
      '{"id":{"x":1},"route":"app.status"}',
      '{"id":"text-id","route":"turn.active"}',
      '{"id":-1.5,"route":"turn.active","input":{}}',
      '  {"id":"spaced","route":"turn.active"}  \r',
      '{"id":0,"route":"turn.active","input":null}',
      '',
      '   '
    ]
    for (const line of lines) app.raw(line)
    app.raw(JSON.stringify({ id: 'long', route: 'conversations.search', input: { query: 'x'.repeat(20 * 1024 * 1024) } }))
    app.child.stdin?.write(
      Buffer.concat([Buffer.from('{"id":"bytes","route":"memory.add","input":{"text":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}}\n')])
    )
    app.raw(JSON.stringify({ id: 'emoji', route: 'memory.add', input: { text: '🎉 中文 half' } }))
    expect(await app.ask('app.status')).toMatchObject({ ok: true, value: { counts: { facts: 1 } } })
    await expect.poll(() => replies().length, { timeout: 15_000 }).toBe(17)
    const of = (id: unknown): Reply[] => replies().filter((reply) => reply.id === id)
    expect(
      of(null)
        .map((reply) => reply.error?.code ?? 'ok')
        .sort()
    ).toEqual(Array.from({ length: 9 }, () => 'INVALID_INPUT'))
    for (const id of ['a', 'without-route', 0]) expect(of(id)[0], String(id)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    for (const id of ['text-id', -1.5, 'spaced', 'emoji', 1]) expect(of(id)[0], String(id)).toMatchObject({ ok: true })
    const [fact] = await app.call('memory.list', {})
    expect(fact?.text).toBe('🎉 中文 half')
  })

  test('stdout carries JSON lines and nothing else, stderr carries the logs', async () => {
    await app.call('memory.recall', { query: 'load the model and embed this' })
    expect(await app.close()).toBe(0)
    for (const line of app.lines) expect(JSON.parse(line)).toBeTypeOf('object')
    expect(app.stderr()).toContain('core.started')
  })

  test('requests that came before the end of input are answered, and the end is clean', async () => {
    const adding = Array.from({ length: 20 }, (_, index) => app.ask('memory.add', { text: `Fact number ${index}` }))
    expect(await app.close()).toBe(0)
    for (const result of await Promise.all(adding)) expect(result).toMatchObject({ ok: true })
    app = startHeadless({ profileDir: profile.dir })
    expect(await app.ask('app.status')).toMatchObject({ ok: true, value: { counts: { facts: 20 } } })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s closes cleanly with code 0, and the profile is free at once', async (signal) => {
    await app.call('memory.add', { text: 'Kept' })
    const exited = new Promise<number | null>((resolve) => app.child.once('exit', resolve))
    app.child.kill(signal)
    expect(await exited).toBe(0)
    app = startHeadless({ profileDir: profile.dir })
    expect(await app.ask('app.status')).toMatchObject({ ok: true, value: { counts: { facts: 1 } } })
  })
})
