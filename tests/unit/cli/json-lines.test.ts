import fc from 'fast-check'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { profileFrom } from '../../../src/cli/arguments.ts'
import { lineOf, linesOf } from '../../../src/cli/json-lines.ts'

/** Lines as texts, problems in brackets. */
async function collect(chunks: readonly Buffer[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of linesOf(Readable.from(chunks))) lines.push('text' in line ? line.text : `[${line.problem}]`)
  return lines
}

describe('a value as a line', () => {
  test('is one line for every reader and comes back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r', '\u0085', '\u2028', '\u2029'))),
        async (parts) => {
          const value = { text: parts.join('') }
          const line = lineOf(value)
          expect(JSON.parse(line)).toEqual(value)
          expect(line.slice(0, -1)).not.toMatch(/[\n\v\f\r\u0085\u2028\u2029]/u)
          const read: string[] = []
          for await (const one of createInterface({ input: Readable.from([Buffer.from(line)]) })) read.push(one)
          expect(read).toEqual([line.slice(0, -1)])
        }
      )
    )
  })
})

describe('lines of a stream', () => {
  test('come whole however the bytes are cut', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.array(fc.nat(40), { maxLength: 20 }), async (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))
        const places = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b)
        const chunks = [...places, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : places[index - 1], end))
        expect(await collect(chunks)).toEqual(lines)
      })
    )
  })

  test('the last one needs no end, and a carriage return is left out', async () => {
    expect(await collect([Buffer.from('a\r\nb')])).toEqual(['a', 'b'])
    expect(await collect([])).toEqual([])
  })

  test('that are not UTF-8 are a problem, and the next one is whole', async () => {
    expect(await collect([Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('next\n')])).toEqual(['[The line is not UTF-8]', 'next'])
  })

  test('over the limit are a problem, and the next one is whole', async () => {
    const part = Buffer.alloc(5 * 1024 * 1024, 120)
    expect(await collect([part, part, part, part, Buffer.from('\nnext\n')])).toEqual(['[The line is too long]', 'next'])
    expect(await collect([part, part, part, part])).toEqual(['[The line is too long]'])
  })
})

describe('the profile folder', () => {
  test('comes from the argument, the environment, or the place of the desktop', () => {
    expect(profileFrom(['--profile', '/a/b'], {})).toBe('/a/b')
    expect(profileFrom(['--profile=/a/c'], { HEARTH_PROFILE: '/x' })).toBe('/a/c')
    expect(profileFrom([], { HEARTH_PROFILE: '/x' })).toBe('/x')
    expect(profileFrom(['--profile', 'here'], { INIT_CWD: '/where/i/stand' })).toBe('/where/i/stand/here')
    if (process.platform === 'linux') expect(profileFrom([], { XDG_CONFIG_HOME: '/conf' })).toBe('/conf/Hearth/profile')
  })

  test('is refused when the arguments make no sense', () => {
    for (const args of [['--profile'], ['--profile', '--other'], ['--profile='], ['--help'], ['stray']])
      expect(profileFrom(args, {}), args.join(' ')).toBeNull()
  })
})
