import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseReply as readReply } from '../../../../src/core/memory/extraction/parse-reply.ts'

/** The candidates alone. */
const parseReply = (reply: string) => readReply(reply)?.candidates ?? null

const one = { content: '喜欢 "蓝色", 真的', key: 'colour' }
const two = { content: 'lives in {Porto}', key: 'city' }
const json = JSON.stringify({ reasoning: 'he said [so]', facts: [one, two] })

describe('what weak models answer', () => {
  test.each<[string, string]>([
    ['as it should be', json],
    ['in a code fence', `\`\`\`json\n${json}\n\`\`\``],
    ['amid prose', `Sure! Here is the JSON you asked for:\n${json}\nLet me know {if} you need more.`],
    ['after thinking', `<think>{"facts": [{"content": "no"}]}</think>\n${json}`],
    ['as a bare list', JSON.stringify([one, two])],
    ['under another name', JSON.stringify({ candidates: [one, two] })],
    ['two levels down', JSON.stringify({ result: { memories: [one, two] } })],
    ['as text in a field', JSON.stringify({ facts: JSON.stringify([one, two]) })],
    ['with trailing commas', `{"facts": [${JSON.stringify(one)}, ${JSON.stringify(two)},],}`],
    ['with comments', `{"facts": [ // two\n${JSON.stringify(one)}, /* and */ ${JSON.stringify(two)}]}`],
    ['with full-width commas between', `{"facts"：[${JSON.stringify(one)}，${JSON.stringify(two)}]}`],
    ['one object after another', `${JSON.stringify(one)}\n${JSON.stringify(two)}`]
  ])('%s', (_how, reply) => {
    expect(parseReply(reply)).toEqual([one, two])
  })

  test('a single object is a list of one', () => {
    expect(parseReply(JSON.stringify(one))).toEqual([one])
    expect(parseReply(`\`\`\`\n${JSON.stringify({ facts: one })}\n\`\`\``)).toEqual([one])
  })

  test('an answer that was cut short keeps its whole objects', () => {
    expect(readReply(`{"reasoning": "", "facts": [${JSON.stringify(one)}, {"content": "liv`)).toEqual({ candidates: [one], cut: true })
    expect(readReply(`[${JSON.stringify(one)}, {"content": "liv`)).toEqual({ candidates: [one], cut: true })
    expect(readReply(json)?.cut).toBe(false)
  })

  test('strings in single quotes are read', () => {
    expect(parseReply("{'facts': [{'content': 'it\\'s {blue}', 'key': None}]}")).toEqual([{ content: "it's {blue}", key: null }])
  })

  test('what Python prints is read: both kinds of quotes in one answer, and its escapes', () => {
    const printed = String.raw`{'facts': [{'content': "I don't drink tea", 'quote': 'she said "no"', 'note': 'a\nb', 'path': 'c:\\d', 'key': None}]}`
    expect(parseReply(printed)).toEqual([{ content: "I don't drink tea", quote: 'she said "no"', note: 'a\nb', path: 'c:\\d', key: null }])
  })

  test('line ends inside a string and words of Python are read', () => {
    expect(parseReply('{"facts": [{"content": "a\nb", "key": None}]}')).toEqual([{ content: 'a\nb', key: null }])
  })

  test.each([
    '[]',
    '{"facts": []}',
    '{"reasoning": "small talk", "facts": []}',
    '```json\n[]\n```',
    'Nothing. {"facts": []}',
    '{"facts": null}'
  ])('%s says that nothing is worth keeping', (reply) => {
    expect(parseReply(reply)).toEqual([])
  })

  test.each(['', 'I found nothing.', '没有', '{"facts": [', 'null', '42', '"facts"', '{"answer": "none"}'])('%j is no answer', (reply) => {
    expect(parseReply(reply)).toBeNull()
  })

  test('no text at all makes it fail', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.tuple(fc.string(), fc.json(), fc.string()).map((parts) => parts.join(''))
        ),
        (reply) => {
          const found = parseReply(reply)
          expect(found === null || Array.isArray(found)).toBe(true)
        }
      ),
      { numRuns: 300 }
    )
  })
})
