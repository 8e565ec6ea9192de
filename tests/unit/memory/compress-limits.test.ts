import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../src/core/memory/chat-message.ts'
import { totalTokens } from '../../../src/core/memory/chat-message.ts'
import { compress, maybeCompress, type Summarizer } from '../../../src/core/memory/compress.ts'
import { ShortTermMemory } from '../../../src/core/memory/short-term-memory.ts'
import { message } from '../../support/memory.ts'

// Limits and borders of SEED A2, A4, D3 and D5.

const signal = new AbortController().signal

function recorder(inputLimit: number, answer: (text: string) => string | null = () => 'S'): Summarizer & { inputs: string[] } {
  const inputs: string[] = []
  return {
    inputs,
    inputLimit,
    summarize: (text) => {
      inputs.push(text)
      return Promise.resolve(answer(text))
    }
  }
}

const call = (id: string): { id: string; name: string; args: string } => ({
  id,
  name: 'look',
  args: JSON.stringify({ q: 'x'.repeat(400) })
})

function interaction(results: number, length: number): ChatMessage[] {
  const ids = Array.from({ length: results }, (_, index) => `c${index}`)
  return [
    message('assistant', '', { toolCalls: ids.map(call) }),
    ...ids.map((id) => message('tool', `${id} ${'🎉'.repeat(length)}`, { toolCallId: id }))
  ]
}

test('no call of the summarizer is longer than what it reads, whatever the messages are', async () => {
  const piece = fc.oneof(
    fc.integer({ min: 0, max: 3_000 }).map((length) => [message('user', '长'.repeat(length))]),
    fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 1_500 })).map(([results, length]) => interaction(results, length))
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1_300, max: 9_000 }),
      async (parts, inputLimit) => {
        const summarizer = recorder(inputLimit, () => 'so far '.repeat(100))
        await compress([...parts.flat(), message('user', 'now')], { keep: 1, summarizer, signal })
        expect(summarizer.inputs.length).toBeGreaterThan(0)
        for (const input of summarizer.inputs) expect(input.length).toBeLessThanOrEqual(inputLimit)
      }
    ),
    { numRuns: 100 }
  )
})

test('a tool call reaches the summarizer in one piece with all its results, however long they are', async () => {
  const summarizer = recorder(3_000)
  const messages = [message('user', 'x'.repeat(2_000)), ...interaction(5, 2_000), message('user', 'now')]
  await compress(messages, { keep: 1, summarizer, signal })
  const withCalls = summarizer.inputs.filter((input) => input.includes('[look'))
  expect(withCalls).toHaveLength(1)
  for (const id of ['c0', 'c1', 'c2', 'c3', 'c4']) expect(withCalls[0]).toContain(`tool: ${id}`)
})

test('a model with a window of 2,000 tokens still gets its summary', async () => {
  const summarizer = recorder(1_200, () => 'word '.repeat(250))
  const messages = Array.from({ length: 30 }, (_, index) => message('user', `${index} ${'text '.repeat(60)}`))
  const after = await maybeCompress(messages, { keep: 4, threshold: 1_000, summarizer, signal })
  expect(after).toHaveLength(5)
  expect(totalTokens(after)).toBeLessThan(totalTokens(messages))
})

test('a summarizer that throws removes nothing', async () => {
  const messages = Array.from({ length: 10 }, (_, index) => message('user', `${index}`))
  const summarizer: Summarizer = { inputLimit: 10_000, summarize: () => Promise.reject(new Error('down')) }
  expect(await compress(messages, { keep: 4, summarizer, signal })).toBe(messages)
})

test('a failure in the middle of several calls removes nothing', async () => {
  const messages = Array.from({ length: 30 }, (_, index) => message('user', `${index} ${'text '.repeat(100)}`))
  const summarizer = recorder(3_000, () => (summarizer.inputs.length < 3 ? 'S' : null))
  expect(await compress(messages, { keep: 4, summarizer, signal })).toBe(messages)
  expect(summarizer.inputs).toHaveLength(3)
})

test('at the threshold nothing happens, one token over it does', async () => {
  const messages = Array.from({ length: 10 }, (_, index) => message('user', `number ${index}`))
  const tokens = totalTokens(messages)
  const at = (threshold: number) => maybeCompress(messages, { keep: 4, threshold, summarizer: recorder(10_000), signal })
  expect(await at(tokens)).toBe(messages)
  expect(await at(tokens - 1)).toHaveLength(5)
})

test('K + 1 others stay, K + 2 do not; system messages and the summary do not count', async () => {
  const fixed = [message('system', 'rules'), message('user', 'old summary', { kind: 'summary' })]
  const others = Array.from({ length: 6 }, (_, index) => message('user', `number ${index}`))
  const at = (count: number) =>
    maybeCompress([...fixed, ...others.slice(0, count)], { keep: 4, threshold: 1, summarizer: recorder(10_000), signal })
  expect((await at(5)).length).toBe(7)
  expect((await at(6)).map((one) => one.content)).toEqual(['rules', 'S', ...others.slice(2).map((one) => one.content)])
})

test('the latest user message stays word for word when everything after it leaves', async () => {
  const messages = [message('user', 'the task'), message('assistant', 'a'), message('assistant', 'b'), message('assistant', 'c')]
  const after = await compress(messages, { keep: 1, summarizer: recorder(10_000), signal })
  expect(after.map((one) => one.content)).toEqual(['S', 'the task', 'c'])
  expect(await compress([message('user', 'only')], { keep: 0, summarizer: recorder(10_000), signal })).toHaveLength(1)
})

test('results at the very beginning stay with what follows, and a kept part larger than everything changes nothing', async () => {
  const orphan = [message('tool', 'r', { toolCallId: 'x' }), message('tool', 's', { toolCallId: 'y' }), message('assistant', 'a')]
  expect(await compress(orphan, { keep: 2, summarizer: recorder(10_000), signal })).toBe(orphan)
  expect(await compress(orphan, { keep: 50, summarizer: recorder(10_000), signal })).toBe(orphan)
})

test('empty messages are no reason to fail', async () => {
  const messages = Array.from({ length: 8 }, () => message('assistant', ''))
  expect(await compress(messages, { keep: 2, summarizer: recorder(10_000), signal })).toHaveLength(3)
})

test('the summary takes the strictest label of all that went into it', async () => {
  const old = message('user', 'old', { kind: 'summary', privacy: 'private' })
  const messages = [old, ...Array.from({ length: 5 }, (_, index) => message('user', `${index}`, { privacy: index === 1 ? 'ask' : 'open' }))]
  const labels = async (from: readonly ChatMessage[]) =>
    (await compress(from, { keep: 1, summarizer: recorder(10_000), signal }))[0]?.privacy
  expect(await labels(messages)).toBe('private')
  expect(await labels(messages.slice(1))).toBe('ask')
})

test('trimming spares the summary and drops a call together with its results', () => {
  const memory = new ShortTermMemory({ maxTokens: 60 })
  memory.add(message('user', 'what was said before', { kind: 'summary' }))
  for (const one of interaction(2, 50)) memory.add(one)
  memory.add(message('user', 'now'))
  memory.trim()
  expect(memory.messages.map((one) => one.content)).toEqual(['what was said before', 'now'])
})
