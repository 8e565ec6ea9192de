import { describe, expect, test } from 'vitest'
import { createSseParser } from '../../../src/core/llm/sse.ts'

function eventsOf(pieces: readonly string[]): string[] {
  const parser = createSseParser()
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()]
}

const STREAM = ': hello\n\nevent: x\nid: 7\ndata: one\n\ndata:two\ndata: three\n\n\n\ndatabase: no\nretry: 5\n\ndata\n\ndata: last'
const EVENTS = ['one', 'two\nthree', '', 'last']

describe('server-sent events', () => {
  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r']
  ])('are the same wherever a stream with %s line ends is cut', (_name, end) => {
    const stream = STREAM.replaceAll('\n', end)
    for (let at = 0; at <= stream.length; at += 1) expect(eventsOf([stream.slice(0, at), stream.slice(at)])).toEqual(EVENTS)
    expect(eventsOf([...stream])).toEqual(EVENTS)
  })

  test('comments give nothing and hold nothing', () => {
    const parser = createSseParser()
    expect(parser.push(': keep-alive\n\n'.repeat(1000))).toEqual([])
    expect(parser.held).toBe(0)
  })

  test('what waits for its end is counted', () => {
    const parser = createSseParser()
    parser.push(`data: ${'x'.repeat(100)}\ndata: ${'y'.repeat(50)}`)
    expect(parser.held).toBeGreaterThanOrEqual(150)
  })
})
