import { describe, expect, test } from 'vitest'
import { totalTokens, type ChatMessage } from '../../../../src/core/memory/conversation/chat-message.ts'
import { cutAt, unitsOf } from '../../../../src/core/memory/compaction/compaction-cut.ts'
import { compress, isDue, maybeCompress, type CompressOptions } from '../../../../src/core/memory/compaction/compress.ts'
import type { Summarizer } from '../../../../src/core/memory/compaction/write-note.ts'
import { message, noteOf } from '../../../support/memory.ts'

// SEED A4, B4 and D3.

interface Recorder extends Summarizer {
  readonly inputs: string[]
}

function recorder(answer: (text: string, again: boolean) => string = () => noteOf('S'), inputLimit = 100_000): Recorder {
  const inputs: string[] = []
  return {
    inputs,
    inputLimit,
    summarize: (text, _signal, again = false) => {
      inputs.push(text)
      return Promise.resolve(answer(text, again))
    }
  }
}

const signal = new AbortController().signal
const options = (keep: number, ...summarizers: readonly Summarizer[]): CompressOptions => ({
  keep,
  summarizers,
  signal,
  language: 'en',
  noteTokens: 1_500
})
const filler = 'and so on, at some length, '.repeat(4)
const rounds = (count: number): ChatMessage[] =>
  Array.from({ length: count }, (_, index) => [
    message('user', `question ${index} ${filler}`),
    message('assistant', `answer ${index} ${filler}`)
  ]).flat()
const starts = (messages: readonly ChatMessage[]): string[] => messages.map((one) => one.content.split(/ and|\n/)[0] ?? '')

const call = (id: string): { id: string; name: string; args: string } => ({ id, name: 'look', args: '{}' })
/** SEED D3 word for word. */
const example = (): ChatMessage[] => [
  message('user', 'user request'),
  message('assistant', `note ${filler}`),
  message('assistant', 'call a+b', { toolCalls: [call('a'), call('b')] }),
  message('tool', 'result a', { toolCallId: 'a' }),
  message('tool', 'result b', { toolCallId: 'b' }),
  message('assistant', 'answer')
]

describe('the cut', () => {
  test('keeps a tool call and all its results together: only the note of the seed’s example leaves', () => {
    const { leaving, kept } = cutAt(example(), 3)
    expect(starts(leaving)).toEqual(['note'])
    expect(starts(kept)).toEqual(['user request', 'call a+b', 'result a', 'result b', 'answer'])
  })

  test('a result without its call is an error, wherever it stands', () => {
    const orphan = message('tool', 'r', { toolCallId: 'x' })
    for (const messages of [[orphan], [message('user', 'a'), orphan], [message('assistant', '', { toolCalls: [call('y')] }), orphan]]) {
      expect(() => unitsOf(messages)).toThrow(/without its call/)
    }
  })

  test('matches by id, not by place: what stands between a call and its result goes with them', () => {
    const messages = [
      message('assistant', 'one', { toolCalls: [call('a')] }),
      message('assistant', 'two', { toolCalls: [call('b')] }),
      message('tool', 'of two', { toolCallId: 'b' }),
      message('tool', 'of one', { toolCallId: 'a' }),
      message('assistant', 'three', { toolCalls: [call('a')] }),
      message('tool', 'of three', { toolCallId: 'a' })
    ]
    expect(unitsOf(messages).map((unit) => unit.map((one) => one.content))).toEqual([
      ['one', 'two', 'of two', 'of one'],
      ['three', 'of three']
    ])
  })

  test('the latest user message stays word for word, but not everything since it; system messages stay', () => {
    const messages = [message('user', 'the task'), message('system', 'rules'), ...['a', 'b', 'c'].map((text) => message('assistant', text))]
    const { systems, leaving, kept } = cutAt(messages, 1)
    expect([systems, leaving, kept].map(starts)).toEqual([['rules'], ['a', 'b'], ['the task', 'c']])
  })
})

describe('compress', () => {
  test('merges everything before the last K into one note and keeps the system prompts', async () => {
    const writer = recorder()
    const after = await compress([message('system', 'rules'), ...rounds(5)], options(4, writer))
    expect(starts(after)).toEqual(['rules', '## Session intent', 'question 3', 'answer 3', 'question 4', 'answer 4'])
    expect(after[1]).toMatchObject({ kind: 'summary', role: 'user', content: noteOf('S') })
    expect(writer.inputs).toHaveLength(1)
    expect(writer.inputs[0]).toContain('question 0')
    expect(writer.inputs[0]).not.toContain('question 3')
  })

  test('gives the very same array when the rest is no longer than K', async () => {
    const messages = [message('system', 'rules'), ...rounds(2)]
    const writer = recorder()
    expect(await compress(messages, options(4, writer))).toBe(messages)
    expect(writer.inputs).toHaveLength(0)
  })

  test('makes the next note from the old one, the newly old messages and the current request: never two, never from the old one alone', async () => {
    const writer = recorder((text) => noteOf(`S${writer.inputs.length} of ${text.length}`))
    const once = await compress([message('system', 'rules'), ...rounds(5)], options(4, writer))
    const more = [
      message('user', `question 5 ${filler}`),
      message('assistant', `answer 5 ${filler}`),
      message('user', 'the current request')
    ]
    const twice = await compress([...once, ...more], options(4, writer))
    expect(twice.filter((one) => one.kind === 'summary')).toHaveLength(1)
    expect(writer.inputs[1]).toContain(once.find((one) => one.kind === 'summary')?.content)
    expect(writer.inputs[1]).toContain('question 3')
    expect(writer.inputs[1]).not.toContain('question 0')
    expect(writer.inputs[1]).toMatch(/current request, for orientation\]\nthe current request$/)
  })

  test('cuts each old message to 200 characters for the note when told so (SEED B4), and keeps the last six', async () => {
    const writer = recorder()
    const messages = [message('user', `start ${'长'.repeat(500)}`), ...rounds(3)]
    const after = await compress(messages, { ...options(6, writer), clip: 200 })
    expect(after).toHaveLength(7)
    expect([...(writer.inputs[0] ?? '')].filter((character) => character === '长').length).toBeLessThan(200)
    expect(await compress(rounds(3), options(6, writer))).toHaveLength(6)
  })

  test('takes the strictest label of what went into the note', async () => {
    const labels = async (messages: readonly ChatMessage[]) => (await compress(messages, options(1, recorder())))[0]?.privacy
    const asked = rounds(3).map((one, index): ChatMessage => (index === 1 ? { ...one, privacy: 'ask' } : one))
    expect(await labels(asked)).toBe('ask')
    expect(await labels([message('user', noteOf('old'), { kind: 'summary', privacy: 'private' }), ...asked])).toBe('private')
  })

  test('a note that does not make the whole smaller changes nothing', async () => {
    const messages = [message('user', 'a'), message('assistant', 'b'), message('user', 'c')]
    expect(
      await compress(
        messages,
        options(
          1,
          recorder(() => noteOf('longer than the two messages'))
        )
      )
    ).toBe(messages)
  })
})

describe('maybeCompress', () => {
  const over = (keep: number, threshold: number, writer = recorder()) => ({ ...options(keep, writer), threshold })

  test('twenty short rounds: none at a threshold of 2,000, and the very same array; exactly one at 300', async () => {
    let messages: readonly ChatMessage[] = [message('system', '你是客服小M')]
    let low = messages
    for (let round = 0; round < 20; round += 1) {
      const more = [message('user', `第${round}个问题，今天过得怎么样`), message('assistant', `第${round}个回答，还不错`)]
      messages = [...messages, ...more]
      expect(await maybeCompress(messages, over(4, 2_000))).toBe(messages)
      low = await maybeCompress([...low, ...more], over(4, 300))
    }
    expect(messages).toHaveLength(41)
    expect(low.filter((one) => one.kind === 'summary')).toHaveLength(1)
    expect(low.length).toBeLessThan(20)
  })

  test('K + 1 others stay, K + 2 do not; system messages and the note do not count', async () => {
    const fixed = [message('system', 'rules'), message('user', noteOf('old'), { kind: 'summary' })]
    const at = (count: number) => maybeCompress([...fixed, ...rounds(3).slice(0, count)], over(4, 1))
    expect(await at(5)).toHaveLength(7)
    expect(starts(await at(6))).toEqual(['rules', '## Session intent', 'question 1', 'answer 1', 'question 2', 'answer 2'])
  })

  test('at the threshold nothing happens, one token over it does; so with the number of messages, and with the caller’s own limit', () => {
    const messages = rounds(5)
    const threshold = totalTokens(messages)
    expect(isDue(messages, 4, { threshold })).toBe(false)
    expect(isDue(messages, 4, { threshold: threshold - 1 })).toBe(true)
    expect(isDue(messages, 4, { threshold, maxMessages: 10 })).toBe(false)
    expect(isDue(messages, 4, { threshold, maxMessages: 9 })).toBe(true)
    expect(isDue(messages, 4, { threshold }, true)).toBe(true)
    expect(isDue([message('system', filler.repeat(50)), ...messages], 4, { threshold })).toBe(false)
  })
})
