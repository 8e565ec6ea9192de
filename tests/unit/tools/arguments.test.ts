import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readParameters } from '../../../src/core/tools/check-arguments.ts'
import { toolDefinitions } from '../../../src/core/tools/definitions.ts'
import { readCall } from '../../../src/core/tools/read-call.ts'
import { dependenciesOf } from './support.ts'

function parametersOf(name: string) {
  const tool = toolDefinitions.find((definition) => definition.name === name)?.create(dependenciesOf())
  if (tool === undefined) throw new Error(`no tool ${name}`)
  return readParameters(tool.name, tool.parameters)
}

function argsOf(tool: string, text: string) {
  const read = readCall(text, parametersOf(tool))
  return read.ok ? read.args : read.text
}

describe('argument names', () => {
  it.each([
    ['save_preference', '{"fact":"a"}', { fact: 'a' }],
    ['save_preference', '{"user_fact":"a"}', { fact: 'a' }],
    ['save_preference', '{"userFact":"a"}', { fact: 'a' }],
    ['save_preference', '{"preference":"a"}', { fact: 'a' }],
    ['save_preference', '{"content":"a"}', { fact: 'a' }],
    ['save_preference', '{"text":"a"}', { fact: 'a' }],
    ['recall_memory', '{"question":"a"}', { query: 'a', limit: 3 }],
    ['recall_memory', '{"keyword":"a"}', { query: 'a', limit: 3 }],
    ['recall_memory', '{"keywords":"a","top_k":2}', { query: 'a', limit: 2 }],
    ['recall_memory', '{"q":"a"}', { query: 'a', limit: 3 }],
    ['recall_memory', '{"text":"a"}', { query: 'a', limit: 3 }],
    ['recall_memory', '{"Query":"a"}', { query: 'a', limit: 3 }],
    ['calculator', '{"expression":"1+1"}', { expr: '1+1' }],
    ['calculator', '{"formula":"1+1"}', { expr: '1+1' }],
    ['get_weather', '{"city":"杭州"}', { place: '杭州' }],
    ['get_weather', '{"location":"杭州"}', { place: '杭州' }],
    ['get_weather', '{"name":"杭州"}', { place: '杭州' }],
    ['get_weather', '{"lat":30.3,"lon":120.2}', { latitude: 30.3, longitude: 120.2 }],
    ['get_weather', '{"lat":"30.3","lng":"-120.2"}', { latitude: 30.3, longitude: -120.2 }]
  ])('%s %s is understood', (tool, text, args) => {
    expect(argsOf(tool, text)).toEqual(args)
  })

  it('leave a real name alone when an alias stands beside it', () => {
    expect(argsOf('save_preference', '{"content":"wrong","fact":"right"}')).toEqual({ fact: 'right' })
  })

  it('take an alias when the real name is there as null', () => {
    expect(argsOf('save_preference', '{"fact":null,"user_fact":"a"}')).toEqual({ fact: 'a' })
  })

  it('are reported when mended or unknown', () => {
    const read = readCall('{"user_fact":"a","mood":"good"}', parametersOf('save_preference'))
    expect(read).toEqual({ ok: true, args: { fact: 'a' }, repairs: [{ from: 'user_fact', to: 'fact' }], unknown: ['mood'] })
  })

  it('of a prototype are only names', () => {
    const read = readCall('{"__proto__":{"fact":"a"},"constructor":1}', parametersOf('save_preference'))
    expect(read).toMatchObject({ ok: false, text: expect.stringContaining('"fact" is missing') })
    expect(Object.hasOwn(Object.prototype, 'fact')).toBe(false)
  })
})

describe('argument texts', () => {
  const none = readParameters('t', { type: 'object', properties: {} })

  it.each(['', '  ', 'null', '{}', ' {} '])('%j means no arguments', (text) => {
    expect(readCall(text, none)).toEqual({ ok: true, args: {}, repairs: [], unknown: [] })
  })

  it.each([
    '{"path":"a',
    '{',
    '{"expr":"1+1"}}',
    "{'expr':'1'}",
    '{expr:1}',
    'expr=1',
    '{"expr":"1+1",}',
    '```json\n{}\n```',
    'undefined',
    'NaN'
  ])('%j is an error that the model can mend', (text) => {
    const read = readCall(text, parametersOf('calculator'))
    expect(read).toMatchObject({ ok: false, text: expect.stringMatching(/not valid JSON.*expr \(string\)/) })
  })

  it.each(['[]', '["1+1"]', '"{\\"expr\\":1}"', '3', 'true'])('%j is not an object', (text) => {
    expect(readCall(text, parametersOf('calculator'))).toMatchObject({ ok: false, text: expect.stringContaining('not a JSON object') })
  })

  it.each([
    ['calculator', '{}', '"expr" is missing'],
    ['calculator', '{"expr":12}', '"expr" must be a string'],
    ['calculator', '{"expr":["1"]}', '"expr" must be a string'],
    ['save_preference', '{"fact":"  "}', '"fact" must not be empty'],
    ['save_preference', `{"fact":"${'a'.repeat(2_001)}"}`, '"fact" is longer than 2000'],
    ['recall_memory', '{"query":"a","limit":2.5}', '"limit" must be a whole number'],
    ['recall_memory', '{"query":"a","limit":"many"}', '"limit" must be a number'],
    ['recall_memory', '{"query":"a","limit":"0x10"}', '"limit" must be a number'],
    ['recall_memory', '{"query":"a","limit":1e999}', '"limit" must be a number'],
    ['get_weather', '{"lat":91,"lon":0}', '"latitude" must be 90 or less'],
    ['get_weather', '{"lat":0,"lon":-181}', '"longitude" must be -180 or more']
  ])('%s %s: %s', (tool, text, problem) => {
    expect(argsOf(tool, text)).toContain(problem)
  })

  it('that are huge are refused unread', () => {
    expect(argsOf('calculator', `{"expr":"${'1'.repeat(300_000)}"}`)).toContain('too long')
  })

  it('null for an optional argument is its default', () => {
    expect(argsOf('recall_memory', '{"query":"a","limit":null}')).toEqual({ query: 'a', limit: 3 })
  })

  it('never make the reader throw, and never come back in its error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (text) => {
        const read = readCall(text, parametersOf('recall_memory'))
        if (!read.ok) expect(read.text.length).toBeLessThan(300)
      })
    )
  })
})

describe('schemas', () => {
  it.each([
    { type: 'array' },
    { type: 'object', properties: { a: { type: 'array' } } },
    { type: 'object', properties: { a: { type: 'string', pattern: '^a$' } } },
    { type: 'object', properties: { a: { type: 'string' } }, required: 'a' }
  ])('%j is refused: nothing may stay unchecked', (schema) => {
    expect(() => readParameters('t', schema)).toThrow('t:')
  })

  it('check an enum and a boolean', () => {
    const schema = readParameters('t', {
      type: 'object',
      properties: { unit: { type: 'string', enum: ['c', 'f'] }, deep: { type: 'boolean', default: false } }
    })
    expect(readCall('{"unit":"k"}', schema)).toMatchObject({ ok: false, text: expect.stringContaining('one of: c, f') })
    expect(readCall('{"unit":"c"}', schema)).toMatchObject({ ok: true, args: { unit: 'c', deep: false } })
    expect(readCall('{"deep":"TRUE"}', schema)).toMatchObject({ ok: true, args: { deep: true } })
    expect(readCall('{"deep":1}', schema)).toMatchObject({ ok: false })
  })
})
