import { posix } from 'node:path'
import { sourceFacts, type ImportFact, type SourceFacts } from './source-facts.ts'

export const MAX_LINES = 400

/** Rooms of core from left to right; a room knows those in the rows before its own. */
const ROWS = [
  ['kernel'],
  ['settings'],
  ['db'],
  ['privacy'],
  ['memory'],
  ['llm', 'tools', 'skills'],
  ['agent'],
  ['api'],
  ['create-core'],
  ['host']
]

/** Port files that the neighbour in the same row may know. */
const PORTS: Readonly<Record<string, readonly string[]>> = {
  llm: ['src/core/tools/tool.ts'],
  tools: ['src/core/llm/llm-port.ts']
}

const SHELLS: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  main: ['main', 'core', 'shared'],
  cli: ['cli', 'core', 'shared'],
  preload: ['preload', 'shared'],
  renderer: ['renderer', 'shared']
}

const NETWORK =
  /^(node:)?(http|https|http2|net|tls|dgram|dns|dns\/promises|cluster|inspector|inspector\/promises)$|^(undici|ws|axios|node-fetch|got)(\/|$)/
const PROCESSES = /^(node:)?child_process$/
const NETWORK_GLOBALS = [
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'process.getBuiltinModule',
  'process.binding',
  'electron.net',
  'navigator.sendBeacon'
]
const STORES = ['localStorage', 'sessionStorage', 'indexedDB', 'caches']

interface Place {
  /** shared, core, main, preload, renderer or cli. */
  readonly part: string
  /** The room, for files of core. */
  readonly room: string | null
}

function placeOf(file: string): Place {
  const [, part = '', next = ''] = file.split('/')
  // Files beside `create-core` hold parts of its wiring.
  return { part, room: part === 'core' ? next.replace(/\.ts$/, '').replace(/^wire-.*/, 'create-core') : null }
}

function rowOf(room: string): number {
  return ROWS.findIndex((row) => row.includes(room))
}

/** The file that a relative address means, or null for a package. */
export function targetOf(file: string, from: string): string | null {
  return from.startsWith('.') ? posix.join(posix.dirname(file), from.replace(/\?.*$/, '')) : null
}

function directionProblem(file: string, target: string): string | null {
  const here = placeOf(file)
  const there = placeOf(target)
  if (!target.startsWith('src/')) return here.part === 'shared' || here.part === 'core' ? `reaches out of src: ${target}` : null
  if (here.room === null) return SHELLS[here.part]?.includes(there.part) === true ? null : `${here.part} must not know ${there.part}`
  if (there.part === 'shared') return null
  if (there.room === null) return `core must not know ${there.part}`
  if (here.room === there.room || PORTS[here.room]?.includes(target) === true) return null
  if (rowOf(here.room) === -1 || rowOf(there.room) === -1) return `no such room: ${here.room} or ${there.room}`
  return rowOf(there.room) < rowOf(here.room) ? null : `${here.room} must not know ${there.room}`
}

/** The window takes contract and model as types; zod, which comes with the values, trips its content policy. */
function windowValueProblem(file: string, target: string, { typeOnly }: ImportFact): string | null {
  if (placeOf(file).part !== 'renderer' || typeOnly || target === 'src/shared/model/errors.ts') return null
  return /^src\/shared\/(ipc|model)\//.test(target) ? `value import of ${target}` : null
}

function packageProblem(file: string, from: string, { names }: ImportFact): string | null {
  const { part, room } = placeOf(file)
  if (room !== 'privacy' && NETWORK.test(from)) return `network module ${from}`
  if (part !== 'cli' && PROCESSES.test(from)) return `starts programs: ${from}`
  if (/^(node:)?worker_threads$/.test(from) && names.some((name) => name === 'Worker' || name === '*') && room !== 'host')
    return `makes workers`
  if (from === 'electron' && names.some((name) => name === 'net' || name === 'default' || name === '*')) return 'electron.net'
  if (/^electron(\/|$)/.test(from) && !['main', 'preload'].includes(part)) return `${part} must not know electron`
  if (/^openai(\/|$)/.test(from) && room !== 'llm') return `openai belongs to llm`
  if (part === 'renderer' && /^(node:|zod)/.test(from)) return `not in the window: ${from}`
  if (part === 'preload' && from.startsWith('node:')) return `not in a sandbox: ${from}`
  if (part === 'core' && /^(react|react-dom|zustand)(\/|$)/.test(from)) return `core must not know ${from}`
  if (part === 'shared' && !(from === 'zod' && /^src\/shared\/(ipc|model)\//.test(file))) return `shared must not know ${from}`
  return null
}

function importProblem(file: string, fact: ImportFact): string | null {
  if (fact.from === null) return 'computed import'
  const target = targetOf(file, fact.from)
  if (target === null) return packageProblem(file, fact.from, fact)
  return directionProblem(file, target) ?? windowValueProblem(file, target, fact)
}

function globalProblems(file: string, { globals, imports }: SourceFacts): string[] {
  const { part, room } = placeOf(file)
  const problems = room === 'privacy' ? [] : NETWORK_GLOBALS.filter((name) => globals.has(name)).map((name) => `network: ${name}`)
  if (part === 'renderer') problems.push(...STORES.filter((name) => globals.has(name)).map((name) => `keeps data in the window: ${name}`))
  if (room !== 'host' && globals.has('Worker')) problems.push('makes workers')
  if (globals.has('eval') || globals.has('Function')) problems.push('runs text as code')
  if (globals.has('require') && !imports.some(({ names }) => names.includes('createRequire'))) problems.push('require')
  return problems
}

/** What is wrong with one source file, by itself. @param file path from the root of the project, with `/`. */
export function problemsOf(file: string, text: string): string[] {
  const facts = sourceFacts(file, text)
  const lines = text.replace(/\n$/, '').split('\n').length
  return [
    ...facts.imports.map((fact) => importProblem(file, fact)).filter((problem) => problem !== null),
    ...globalProblems(file, facts),
    ...(facts.defaultExport ? ['default export'] : []),
    ...(lines > MAX_LINES ? [`${lines} lines`] : [])
  ]
}

/** Relative imports whose file is not there exactly as written: plain Node adds no extension. */
export function brokenImports(file: string, text: string, exists: (file: string) => boolean): string[] {
  return sourceFacts(file, text).imports.flatMap(({ from }) => {
    const target = from === null ? null : targetOf(file, from)
    return target === null || exists(target) ? [] : [target]
  })
}

/** Files that can be reached from the entries. @param read the text of a source file, or null when there is none. */
export function reachable(entries: readonly string[], read: (file: string) => string | null): Set<string> {
  const seen = new Set<string>()
  const queue = [...entries]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const text = seen.has(file) || !/\.tsx?$/.test(file) ? null : read(file)
    if (text === null) continue
    seen.add(file)
    for (const { from } of sourceFacts(file, text).imports) {
      const target = from === null ? null : targetOf(file, from)
      if (target !== null) queue.push(target)
    }
  }
  return seen
}
