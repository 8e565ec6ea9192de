import { describe, expect, test } from 'vitest'
import { createThinkSplitter } from '../../../src/core/llm/think-splitter.ts'

function split(pieces: readonly string[]): { text: string; reasoning: string } {
  const splitter = createThinkSplitter()
  const all = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
  const of = (kind: 'text' | 'reasoning'): string => all.map((piece) => (piece.kind === kind ? piece.text : '')).join('')
  return { text: of('text'), reasoning: of('reasoning') }
}

const CASES: readonly (readonly [name: string, input: string, text: string, reasoning: string])[] = [
  ['a tag at the start', '<think>a</think>b', 'b', 'a'],
  ['blank lines around the tags', '\n<think>\na\n</think>\n\nb', 'b', 'a\n'],
  ['the longer tag', '<thinking>a</thinking>b', 'b', 'a'],
  ['a tag that is never closed', '<think>a <b> c', '', 'a <b> c'],
  ['two thoughts', '<think>a</think>b\n<think>c</think>d', 'b\nd', 'ac'],
  ['an empty thought', '<think>\n\n</think>\n\nb', 'b', ''],
  ['another tag inside a thought', '<think>a </thin</think>b', 'b', 'a </thin'],
  ['a tag in the middle of a line', 'the <think> tag', 'the <think> tag', ''],
  ['a tag in inline code', '`<think>`', '`<think>`', ''],
  ['a tag in a fence', 'x\n```html\n<think>\n```\ny', 'x\n```html\n<think>\n```\ny', ''],
  ['a tag in a fence of tildes', '~~~~\n```\n<think>a</think>\n~~~~', '~~~~\n```\n<think>a</think>\n~~~~', ''],
  ['a thought after a fence has ended', '```\n<think>\n```\n<think>a</think>b', '```\n<think>\n```\nb', 'a'],
  ['a fence inside a thought', '<think>```\nx\n</think>b', 'b', '```\nx\n'],
  ['the beginning of a tag at the very end', 'a\n<thi', 'a\n<thi', ''],
  ['another tag', '<thing>a</thing>', '<thing>a</thing>', ''],
  ['white space at the end', 'a  \n  ', 'a  \n  ', ''],
  ['an indented first line', '  a', '  a', '']
]

describe('thinking between tags', () => {
  test.each(CASES)('%s, wherever it is cut', (_name, input, text, reasoning) => {
    for (let at = 0; at <= input.length; at += 1) expect(split([input.slice(0, at), input.slice(at)])).toEqual({ text, reasoning })
    expect(split([...input])).toEqual({ text, reasoning })
  })

  test('text in the middle of a line is given out at once', () => {
    const splitter = createThinkSplitter()
    expect(splitter.push('Hello')).toEqual([{ kind: 'text', text: 'Hello' }])
    expect(splitter.push(' wor')).toEqual([{ kind: 'text', text: ' wor' }])
    expect(splitter.push('ld <')).toEqual([{ kind: 'text', text: 'ld <' }])
  })
})
