import { describe, expect, it } from 'vitest'
import { AppError } from '../../../src/core/kernel/app-error.ts'
import { executeCall, type ExecuteOptions } from '../../../src/core/tools/executor.ts'
import { createToolRegistry } from '../../../src/core/tools/registry.ts'
import type { Tool, ToolContext } from '../../../src/core/tools/tool.ts'
import { contextOf, definitionOf, dependenciesOf } from './support.ts'

const english = { messageId: 'm', text: 'hello', privacy: 'open' } as const

function run(
  tool: Partial<Tool> & Pick<Tool, 'execute'>,
  changes: { args?: string; context?: Partial<ToolContext>; options?: Partial<ExecuteOptions> } = {}
) {
  const definition = definitionOf({ name: 'probe', ...tool })
  const registry = createToolRegistry({ definitions: [definition], enabled: () => ['probe'], dependencies: dependenciesOf() })
  const options = { memoryEnabled: true, toolMs: 2_000, retryDelayMs: 1, ...changes.options }
  return executeCall(
    registry,
    { id: 'c1', name: 'probe', args: changes.args ?? '' },
    contextOf({ userMessage: english, ...changes.context }),
    options
  )
}

/** Fails as told until the given attempt. */
function flaky(failures: number, fail: () => ReturnType<Tool['execute']>) {
  let attempts = 0
  return {
    execute: async () => (++attempts <= failures ? fail() : { ok: true, text: 'done' }),
    attempts: () => attempts
  }
}

const busy = async () => ({ ok: false, retry: true, text: 'Busy.' })
const down = async () => {
  throw new AppError('PROVIDER_DOWN', 'No connection')
}

describe('executing a call', () => {
  it('gives the result with its facts and label', async () => {
    const execute: Tool['execute'] = async () => ({ ok: true, text: 'x', factIds: ['f1'], wrote: 'proposed', privacy: 'ask' })
    expect(await run({ execute })).toEqual({
      outcome: 'ok',
      text: 'x',
      factIds: ['f1'],
      wrote: 'proposed',
      privacy: 'ask',
      repairs: [],
      attempts: 1
    })
  })

  it('does not run the tool when the arguments are unusable', async () => {
    const tool = flaky(0, busy)
    const result = await run(tool, { args: '{"word":"a' })
    expect(result).toMatchObject({ outcome: 'error', attempts: 0, text: expect.stringContaining('not valid JSON') })
    expect(tool.attempts()).toBe(0)
  })

  it('answers an unknown name as an error and a forbidden tool as denied', async () => {
    const registry = createToolRegistry({
      definitions: [definitionOf({ name: 'probe', network: true, execute: async () => ({ ok: true, text: 'x' }) })],
      enabled: () => ['probe'],
      dependencies: dependenciesOf()
    })
    const options = { memoryEnabled: true, toolMs: 1_000 }
    const unknown = await executeCall(registry, { id: 'c', name: 'nope', args: '' }, contextOf(), options)
    const denied = await executeCall(registry, { id: 'c', name: 'probe', args: '' }, contextOf({ destination: 'local' }), options)
    expect(unknown).toMatchObject({ outcome: 'error', attempts: 0 })
    expect(denied).toMatchObject({ outcome: 'denied', attempts: 0 })
  })

  it('says so when argument names were mended or left out', async () => {
    const seen: unknown[] = []
    const execute: Tool['execute'] = async (args) => {
      seen.push(args)
      return { ok: true, text: 'x' }
    }
    const parameters = { type: 'object', properties: { query: { type: 'string' } } }
    const result = await run({ execute, parameters }, { args: '{"keyword":"a","colour":"blue"}' })
    expect(seen).toEqual([{ query: 'a' }])
    expect(result).toMatchObject({
      repairs: [{ from: 'keyword', to: 'query' }],
      text: 'x\n(1 argument(s) with unknown names were ignored.)'
    })
  })

  it.each([
    ['a busy answer', busy],
    ['a lost connection', down]
  ])('tries a read-only tool again after %s, at most twice', async (_name, fail) => {
    const mended = flaky(2, fail)
    expect(await run(mended)).toMatchObject({ outcome: 'ok', text: 'done', attempts: 3 })
    const lasting = flaky(9, fail)
    expect(await run(lasting)).toMatchObject({ outcome: 'error', attempts: 3, text: expect.stringContaining('(tried 3 times)') })
    expect(lasting.attempts()).toBe(3)
  })

  it('never repeats a tool that changes something', async () => {
    const tool = flaky(1, down)
    expect(await run({ ...tool, readOnly: false })).toMatchObject({ outcome: 'error', attempts: 1 })
    expect(tool.attempts()).toBe(1)
  })

  it('does not try again what cannot pass', async () => {
    const final = flaky(1, async () => ({ ok: false, text: 'No such place.' }))
    expect(await run(final)).toMatchObject({ outcome: 'error', text: 'No such place.', attempts: 1 })
    const offline = flaky(1, async () => {
      throw new AppError('OFFLINE', 'Offline switch is on')
    })
    expect(await run(offline)).toMatchObject({ outcome: 'error', attempts: 1, text: expect.stringContaining('OFFLINE') })
  })

  it('reports what the gate refused as denied', async () => {
    const execute = async () => {
      throw new AppError('PRIVATE_BLOCKED', 'A protected value is left')
    }
    expect(await run({ execute })).toMatchObject({ outcome: 'denied', attempts: 1, text: expect.stringContaining('PRIVATE_BLOCKED') })
  })

  it('names an unexpected failure without its text, which may hold content', async () => {
    const execute = async () => {
      throw new TypeError('secret 13800138000')
    }
    const result = await run({ execute })
    expect(result).toMatchObject({ outcome: 'error', text: expect.stringContaining('TypeError') })
    expect(result.text).not.toContain('138')
  })

  it('gives up after the time limit, also when the tool ignores its signal', async () => {
    const result = await run({ execute: () => new Promise(() => {}) }, { options: { toolMs: 50 } })
    expect(result).toMatchObject({ outcome: 'error', attempts: 1, text: expect.stringContaining('did not finish') })
  })

  it('counts retries into the one time limit', async () => {
    const started = performance.now()
    const result = await run(flaky(9, busy), { options: { toolMs: 60, retryDelayMs: 5_000 } })
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(result).toMatchObject({ outcome: 'error', attempts: 1 })
  })

  it('says that a cut-off change may have happened', async () => {
    const result = await run({ readOnly: false, execute: () => new Promise(() => {}) }, { options: { toolMs: 50 } })
    expect(result).toMatchObject({ outcome: 'error', text: expect.stringContaining('may have happened') })
  })

  it('stops with the run, and tells the tool', async () => {
    const stop = new AbortController()
    let told = false
    const execute: Tool['execute'] = (_args, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          told = true
          reject(new Error('aborted'))
        })
        setTimeout(() => stop.abort(), 20)
      })
    expect(await run({ execute }, { context: { signal: stop.signal } })).toMatchObject({ outcome: 'skipped', attempts: 1 })
    expect(told).toBe(true)
  })

  it('runs nothing for a run that has stopped already', async () => {
    const tool = flaky(0, busy)
    expect(await run(tool, { context: { signal: AbortSignal.abort() } })).toMatchObject({ outcome: 'skipped', attempts: 0 })
    expect(tool.attempts()).toBe(0)
  })

  it('keeps a long result whole', async () => {
    const text = '长'.repeat(200_000)
    expect((await run({ execute: async () => ({ ok: true, text }) })).text).toBe(text)
  })

  it('speaks the language of the user', async () => {
    const result = await run({ execute: down }, { context: { userMessage: { ...english, text: '天气' } } })
    expect(result.text).toContain('连不上')
  })
})
