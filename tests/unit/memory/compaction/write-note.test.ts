import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../src/core/kernel/app-error.ts'
import { countTokens } from '../../../../src/core/kernel/tokens.ts'
import type { ChatMessage } from '../../../../src/core/memory/conversation/chat-message.ts'
import { carryOver, exactTokens, noteText, plainNote, readNote } from '../../../../src/core/memory/compaction/note.ts'
import { writeNote, type NoteTask, type Summarizer } from '../../../../src/core/memory/compaction/write-note.ts'
import { message, noteOf } from '../../../support/memory.ts'

// SEED D4 and D5.

const signal = new AbortController().signal
const task = (leaving: readonly ChatMessage[], more: Partial<NoteTask> = {}): NoteTask => ({
  old: '',
  leaving,
  request: '',
  language: 'en',
  limit: 600,
  accept: () => true,
  ...more
})

interface Writer extends Summarizer {
  readonly inputs: { readonly text: string; readonly again: boolean }[]
}

function writer(answers: (number: number) => string | Error, inputLimit = 100_000): Writer {
  const inputs: Writer['inputs'] = []
  return {
    inputs,
    inputLimit,
    summarize: (text, _signal, again = false) => {
      inputs.push({ text, again })
      const answer = answers(inputs.length)
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }
  }
}

describe('a model’s answer', () => {
  test.each([
    '## Session intent\nI\n## Known and done\nK\n## Artifacts\nA\n## Next steps\nN',
    '**Session intent:** I\n\n**Known and done**: K\n**Artifacts**\nA\n\n**Next steps**\nN',
    '1. Intent\nI\n2. Summary:\nK\n3. Artifacts\nA\n4. Next steps\nN',
    'Session intent: I\nKnown and done: K\nArtifacts: A\nNext steps: N',
    '# 会话意图\nI\n# 已知与已做\nK\n# 产物\nA\n# 下一步\nN',
    '一、会话意图：I\n二、已知与已做：K\n三、产物：A\n四、下一步：N',
    '【会话意图】I\n【已知与已做】K\n【产物】A\n【下一步】N',
    '```markdown\n### Session intent\nI\n### Known and done\nK\n### Artifacts\nA\n### Next steps\nN\n```'
  ])('is read in its four sections, however they are marked (%#)', (text) => {
    expect(readNote(text)).toEqual({ intent: 'I', done: 'K', artifacts: 'A', next: 'N' })
  })

  test('with sections missing or empty has "none" there, in the language of the conversation', () => {
    const note = readNote('## 会话意图\n修好登录\n## 产物\n- 无。\n## 下一步\n无')
    expect(note).not.toBeNull()
    expect(noteText(note ?? plainNote(''), 'zh')).toBe('## 会话意图\n修好登录\n## 已知与已做\n无\n## 产物\n无\n## 下一步\n无')
  })

  test('is no note without headings, and ordinary lines are not taken for headings', () => {
    expect(readNote('The user asked for a summary.\nNext they want tests.')).toBeNull()
    const note = readNote(
      '## Session intent\nGoal is speed\n## Known and done\nSummary of runs: three\nNext: unclear\n## Next steps\nrun it'
    )
    expect(note?.done).toBe('Summary of runs: three\nNext: unclear')
  })

  test('that lacks the sections is asked for once more, and then brought into shape', async () => {
    const better = writer((number) => (number === 1 ? 'just a paragraph' : noteOf('K')))
    expect(await writeNote(task([message('user', 'a')]), [better], signal)).toEqual({ ok: true, text: noteOf('K') })
    expect(better.inputs.map((one) => one.again)).toEqual([false, true])
    const never = writer(() => 'just a paragraph')
    expect(await writeNote(task([message('user', 'a')]), [never], signal)).toEqual({ ok: true, text: noteOf('just a paragraph') })
    expect(never.inputs).toHaveLength(2)
  })
})

describe('models', () => {
  const down = new AppError('PROVIDER_DOWN', 'down')
  test.each([
    ['blank', '  '],
    ['too long', noteOf('word '.repeat(1_000))],
    ['an error', down]
  ])('are asked one after the other: %s leads to the next', async (_what, answer) => {
    const [first, second] = [writer(() => answer), writer(() => noteOf('K'))]
    expect(await writeNote(task([message('user', 'a')]), [first, second], signal)).toEqual({ ok: true, text: noteOf('K') })
    expect([first.inputs.length, second.inputs.length]).toEqual([1, 1])
  })

  test('that all fail give the error of the last', async () => {
    expect(await writeNote(task([message('user', 'a')]), [writer(() => ' '), writer(() => down)], signal)).toMatchObject({
      ok: false,
      error: { code: 'PROVIDER_DOWN' }
    })
    expect(await writeNote(task([message('user', 'a')], { accept: () => false }), [writer(() => noteOf('K'))], signal)).toMatchObject({
      ok: false,
      error: { code: 'PROVIDER_BAD_REPLY', data: { reason: 'not-smaller' } }
    })
  })

  test('with a small window get pieces along whole units, each merged into the note so far; a unit too long by itself is continued', async () => {
    const call = { id: 'c', name: 'look', args: '{"q":"x"}' }
    const leaving = [
      message('user', `first ${'word '.repeat(150)}`),
      message('assistant', '', { toolCalls: [call] }),
      message('tool', `found ${'word '.repeat(60)}`, { toolCallId: 'c' }),
      message('user', Array.from({ length: 900 }, (_, index) => `w${index}`).join(' '))
    ]
    const small = writer((number) => noteOf(`so far ${number}`), 420)
    expect((await writeNote(task(leaving, { old: noteOf('old note'), request: 'R '.repeat(2_000) }), [small], signal)).ok).toBe(true)
    expect(small.inputs.length).toBeGreaterThan(5)
    expect(small.inputs[0]?.text).toContain('old note')
    small.inputs.slice(1).forEach(({ text }, index) => expect(text).toContain(`so far ${index + 1}`))
    for (const { text } of small.inputs) expect(countTokens(text)).toBeLessThanOrEqual(420)
    const withCall = small.inputs.filter(({ text }) => text.includes('[look'))
    expect(withCall).toHaveLength(1)
    expect(withCall[0]?.text).toContain('tool: found')
    const all = small.inputs.map(({ text }) => text).join('\n')
    for (let index = 0; index < 900; index += 1) expect(all).toMatch(new RegExp(`w${index}\\b|w\\d*\\n`))
  })
})

describe('exact tokens', () => {
  test('are addresses, paths, codes and ids; words, plain numbers and dates are not', () => {
    const text =
      '错误 ERR_TLS_CERT 出现在 src/core/db/open.ts，见 https://example.org/a?b=1。工单 #4711, build 7f3a9c21, 2026 年 1,200 次, and/or 3.5'
    expect(exactTokens(text).toSorted()).toEqual(
      ['ERR_TLS_CERT', 'src/core/db/open.ts', 'https://example.org/a?b=1', '#4711', '7f3a9c21'].toSorted()
    )
  })

  test('that an answer dropped stand under its artifacts, the newest first, at most twelve, within the bound', async () => {
    const leaving = [
      message('user', 'see ticket ABC-123'),
      message('assistant', 'in src/a/b.ts'),
      message('tool', 'bulk-0001 bulk-0002', { toolCallId: 'x' })
    ]
    const withCall = [message('assistant', '', { toolCalls: [{ id: 'x', name: 'run', args: '{"job":"job-77aa"}' }] }), ...leaving.slice(2)]
    const written = await writeNote(
      task([...leaving.slice(0, 2), ...withCall], { old: noteOf('old', { artifacts: 'commit 9fceb02d' }) }),
      [writer(() => noteOf('works in src/a/b.ts'))],
      signal
    )
    expect(written.ok && readNote(written.text)?.artifacts).toBe('Verbatim: job-77aa · ABC-123 · 9fceb02d')
    const many = Array.from({ length: 40 }, (_, index) => `item-${index + 1000}`).join(' ')
    expect(readNote(noteText(carryOver(plainNote('x'), [many], 600, 'en'), 'en'))?.artifacts.split(' · ')).toHaveLength(12)
    expect(countTokens(noteText(carryOver(plainNote('x'), [many], 60, 'en'), 'en'))).toBeLessThanOrEqual(60)
  })
})
