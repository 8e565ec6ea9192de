import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compress, maybeCompress, type Summarizer } from '../../../src/core/memory/compress.ts'
import type { ChatMessage } from '../../../src/core/memory/chat-message.ts'
import { message } from '../../support/memory.ts'

// SEED A4, B4 and the pair rule of D3.

function recorder(answer: (text: string) => string | null = () => 'the summary', inputLimit = 100_000): Summarizer & { inputs: string[] } {
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

const signal = new AbortController().signal
const rounds = (count: number): ChatMessage[] =>
  Array.from({ length: count }, (_, index) => [message('user', `question ${index}`), message('assistant', `answer ${index}`)]).flat()
const contents = (messages: readonly ChatMessage[]): string[] => messages.map((one) => one.content)

describe('compress', () => {
  test('merges everything before the last K into one summary and keeps the system prompts', async () => {
    const messages = [message('system', 'rules'), ...rounds(5)]
    const summarizer = recorder()
    const after = await compress(messages, { keep: 4, summarizer, signal })
    expect(contents(after)).toEqual(['rules', 'the summary', 'question 3', 'answer 3', 'question 4', 'answer 4'])
    expect(after[1]).toMatchObject({ kind: 'summary', role: 'user' })
    expect(summarizer.inputs).toHaveLength(1)
    expect(summarizer.inputs[0]).toContain('question 0')
    expect(summarizer.inputs[0]).not.toContain('question 3')
  })

  test('gives the very same array when the rest is no longer than K', async () => {
    const messages = [message('system', 'rules'), ...rounds(2)]
    const summarizer = recorder()
    expect(await compress(messages, { keep: 4, summarizer, signal })).toBe(messages)
    expect(summarizer.inputs).toHaveLength(0)
  })

  test('makes the next summary from the old one and the newly old messages: never two, never a summary of a summary alone', async () => {
    const summarizer = recorder((text) => `S${summarizer.inputs.length}(${text.length})`)
    const once = await compress([message('system', 'rules'), ...rounds(5)], { keep: 4, summarizer, signal })
    const more = [5, 6, 7].flatMap((n) => [message('user', `question ${n}`), message('assistant', `answer ${n}`)])
    const twice = await compress([...once, ...more], { keep: 4, summarizer, signal })
    expect(twice.filter((one) => one.kind === 'summary')).toHaveLength(1)
    expect(summarizer.inputs[1]).toContain(once.find((one) => one.kind === 'summary')?.content)
    expect(summarizer.inputs[1]).toContain('question 3')
    expect(summarizer.inputs[1]).not.toContain('question 0')
  })

  test.each([null, '', '   ', 'x'.repeat(5_000)])('removes nothing when the summarizer fails (%j)', async (answer) => {
    const messages = rounds(6)
    expect(await compress(messages, { keep: 4, summarizer: recorder(() => answer), signal })).toBe(messages)
  })

  test('keeps a tool call and all its results together: SEED D3 word for word', async () => {
    const messages = [
      message('user', 'user request'),
      message('assistant', 'note'),
      message('assistant', 'call a+b', {
        toolCalls: [
          { id: 'a', name: 'x', args: '{}' },
          { id: 'b', name: 'y', args: '{}' }
        ]
      }),
      message('tool', 'result a', { toolCallId: 'a' }),
      message('tool', 'result b', { toolCallId: 'b' }),
      message('assistant', 'answer')
    ]
    const summarizer = recorder()
    const after = await compress(messages, { keep: 3, summarizer, signal })
    expect(contents(after)).toEqual(['the summary', 'user request', 'call a+b', 'result a', 'result b', 'answer'])
    expect(summarizer.inputs).toEqual(['assistant: note'])
  })

  test('cuts each old message to 200 characters for the summary when told so (SEED B4)', async () => {
    const summarizer = recorder()
    const messages = [message('user', `start ${'长'.repeat(500)}`), ...rounds(3)]
    await compress(messages, { keep: 6, summarizer, signal, clip: 200 })
    expect([...(summarizer.inputs[0] ?? '')].length).toBeLessThan(220)
  })

  test('summarises in pieces what does not fit the summarizer, carrying the summary on', async () => {
    const summarizer = recorder(() => 'so far', 5_000)
    const messages = [...Array.from({ length: 10 }, (_, index) => message('user', `${index} ${'word '.repeat(150)}`)), ...rounds(2)]
    await compress(messages, { keep: 4, summarizer, signal })
    expect(summarizer.inputs.length).toBeGreaterThan(1)
    for (const input of summarizer.inputs) expect(input.length).toBeLessThanOrEqual(5_000)
    expect(summarizer.inputs[1]).toContain('so far')
  })

  test('takes the strictest label of what went into the summary', async () => {
    const messages = [message('user', 'a', { privacy: 'private' }), ...rounds(4)]
    const after = await compress(messages, { keep: 4, summarizer: recorder(), signal })
    expect(after.find((one) => one.kind === 'summary')?.privacy).toBe('private')
  })

  test('never separates a result from its call and never loses a message, for any thread and any K', async () => {
    const unit = fc.oneof(
      fc.constant('user' as const),
      fc.constant('assistant' as const),
      fc.integer({ min: 1, max: 3 }).map((calls) => ({ calls }))
    )
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 30 }), fc.integer({ min: 1, max: 10 }), async (units, keep) => {
        let next = 0
        const messages = units.flatMap((one): ChatMessage[] => {
          if (one === 'user' || one === 'assistant') return [message(one, `text ${next++}`)]
          const calls = Array.from({ length: one.calls }, () => ({ id: `call ${next++}`, name: 't', args: '{}' }))
          return [
            message('assistant', `calls ${next++}`, { toolCalls: calls }),
            ...calls.map((call) => message('tool', `result of ${call.id}`, { toolCallId: call.id }))
          ]
        })
        const summarizer = recorder()
        const after = await compress(messages, { keep, summarizer, signal })
        const kept = after.filter((one) => one.kind !== 'summary')
        const called = new Set(kept.flatMap((one) => (one.toolCalls ?? []).map((call) => call.id)))
        const answered = new Set(kept.filter((one) => one.role === 'tool').map((one) => one.toolCallId))
        expect([...answered].every((id) => id !== undefined && called.has(id))).toBe(true)
        expect([...called].every((id) => answered.has(id))).toBe(true)
        const summarised = summarizer.inputs.join('\n')
        for (const one of messages) expect(kept.includes(one) || summarised.includes(one.content)).toBe(true)
        const lastUser = messages.findLast((one) => one.role === 'user')
        if (lastUser !== undefined) expect(kept).toContain(lastUser)
      }),
      { numRuns: 200 }
    )
  })
})

describe('maybeCompress', () => {
  test('does nothing under the threshold, and gives the very same array', async () => {
    const messages = rounds(20)
    expect(await maybeCompress(messages, { threshold: 100_000, keep: 4, summarizer: recorder(), signal })).toBe(messages)
  })

  test('does nothing with no more than K + 1 others, however long they are', async () => {
    const messages = Array.from({ length: 5 }, () => message('user', '长'.repeat(1_000)))
    expect(await maybeCompress(messages, { threshold: 10, keep: 4, summarizer: recorder(), signal })).toBe(messages)
  })

  test('compresses over the threshold', async () => {
    const after = await maybeCompress(rounds(20), { threshold: 100, keep: 4, summarizer: recorder(), signal })
    expect(after).toHaveLength(5)
  })
})
