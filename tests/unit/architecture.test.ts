import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brokenImports, MAX_LINES, problemsOf, reachable } from '../support/source-rules.ts'

const root = join(import.meta.dirname, '..', '..')

function filesOf(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

const files = filesOf('src/**/*.{ts,tsx}')
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const sources = files.filter((file) => !file.endsWith('.d.ts'))
const others = new Set(filesOf('src/**/*.{css,json,svg}', 'resources/**/*.json', 'package.json'))

function problemsIn(check: (file: string, text: string) => string[]): string[] {
  return sources.flatMap((file) => check(file, texts.get(file) ?? '').map((problem) => `${file}: ${problem}`))
}

describe('the source', () => {
  it('keeps direction of imports, the network ban, named exports and small files', () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(problemsIn(problemsOf)).toEqual([])
  })

  it('names every imported file as it is', () => {
    expect(problemsIn((file, text) => brokenImports(file, text, (target) => texts.has(target) || others.has(target)))).toEqual([])
  })

  it(`has no file of tests, tools or scripts over ${MAX_LINES} lines either`, () => {
    const long = filesOf('{tests,tools,scripts}/**/*.{ts,tsx,js,mjs}').filter(
      (file) => readFileSync(join(root, file), 'utf8').replace(/\n$/, '').split('\n').length > MAX_LINES
    )
    expect(long).toEqual([])
  })
})

/** Entry files, and the folders that are reached once all of a row's entries are there. */
const WORKERS = ['src/core/host/core-worker.ts', 'src/core/memory/embedding/embed-worker.ts']
const CLI = sources.filter((file) => /^src\/cli\/[^/]+\.ts$/.test(file))
const ENTRIES = ['src/main/index.ts', 'src/preload/index.ts', 'src/renderer/main.tsx', 'src/cli/headless.ts', 'src/cli/chat.ts', ...WORKERS]
const ROWS = [
  { part: 'src/renderer/', needs: ['src/renderer/main.tsx'] },
  { part: 'src/preload/', needs: ['src/preload/index.ts'] },
  { part: 'src/main/', needs: ['src/main/index.ts'] },
  { part: 'src/cli/', needs: ['src/cli/headless.ts'] },
  { part: 'src/core/', needs: ENTRIES },
  { part: 'src/shared/', needs: ENTRIES }
]

describe('dead code', () => {
  const alive = reachable(
    [...ENTRIES, ...CLI].filter((file) => texts.has(file)),
    (file) => texts.get(file) ?? null
  )
  for (const { part, needs } of ROWS) {
    it.skipIf(needs.some((file) => !texts.has(file)))(`is not in ${part}: an entry reaches every file`, () => {
      expect(sources.filter((file) => file.startsWith(part) && !alive.has(file))).toEqual([])
    })
  }
})

describe('the rules themselves', () => {
  it.each([
    ['src/core/kernel/a.ts', `import { x } from '../settings/defaults.ts'`, 'kernel must not know settings'],
    ['src/core/db/migrations/a.ts', `import type { X } from '../../agent/x.ts'`, 'db must not know agent'],
    ['src/core/memory/a.ts', `export * from '../llm/llm-port.ts'`, 'memory must not know llm'],
    ['src/core/tools/a.ts', `import type { X } from '../llm/retry.ts'`, 'tools must not know llm'],
    ['src/core/llm/a.ts', `import { x } from '../tools/registry.ts'`, 'llm must not know tools'],
    ['src/core/api/a.ts', `await import('../create-core.ts')`, 'api must not know create-core'],
    ['src/core/create-core.ts', `import { x } from './host/a.ts'`, 'create-core must not know host'],
    ['src/core/api/a.ts', `import { x } from '../../main/a.ts'`, 'core must not know main'],
    ['src/core/new-room/a.ts', `import { x } from '../db/a.ts'`, 'no such room: new-room or db'],
    ['src/core/kernel/a.ts', `import { x } from '../../../tests/a.ts'`, 'reaches out of src: tests/a.ts'],
    ['src/core/kernel/a.ts', `import { app } from 'electron'`, 'core must not know electron'],
    ['src/core/kernel/a.ts', `const name = 'x'; await import(name)`, 'computed import'],
    ['src/shared/turn/a.ts', `import { x } from '../../core/kernel/a.ts'`, 'shared must not know core'],
    ['src/shared/turn/a.ts', `import * as z from 'zod'`, 'shared must not know zod'],
    ['src/shared/model/a.ts', `import 'node:fs'`, 'shared must not know node:fs'],
    ['src/renderer/a.ts', `import type { X } from '../core/kernel/a.ts'`, 'renderer must not know core'],
    ['src/renderer/a.ts', `import { routes } from '../shared/ipc/contract.ts'`, 'value import of src/shared/ipc/contract.ts'],
    ['src/renderer/a.ts', `import { type X } from '../shared/model/memory.ts'`, 'value import of src/shared/model/memory.ts'],
    ['src/renderer/a.ts', `window.localStorage.setItem('a', 'b')`, 'keeps data in the window: localStorage'],
    ['src/renderer/a.ts', `indexedDB.open('x')`, 'keeps data in the window: indexedDB'],
    ['src/renderer/a.ts', `const s = sessionStorage`, 'keeps data in the window: sessionStorage'],
    ['src/renderer/a.tsx', `export const A = () => <p onClick={() => fetch('x')} />`, 'network: fetch'],
    ['src/preload/a.ts', `import 'node:fs'`, 'not in a sandbox: node:fs'],
    ['src/core/llm/a.ts', `import { get } from 'node:https'`, 'network module node:https'],
    ['src/core/llm/a.ts', `const net = await import('net')`, 'network module net'],
    ['src/main/a.ts', `import { request } from 'undici'`, 'network module undici'],
    ['src/main/a.ts', `import { net } from 'electron'`, 'electron.net'],
    ['src/main/a.ts', `import { execFile } from 'child_process'`, 'starts programs: child_process'],
    ['src/core/agent/a.ts', `import OpenAI from 'openai'`, 'openai belongs to llm'],
    ['src/core/llm/a.ts', `fetch('http://x')`, 'network: fetch'],
    ['src/core/llm/a.ts', `const f = globalThis['fetch']`, 'network: fetch'],
    ['src/core/llm/a.ts', `const f = (globalThis as { fetch: unknown }).fetch`, 'network: fetch'],
    ['src/core/llm/a.ts', `const { fetch } = globalThis`, 'network: fetch'],
    ['src/core/llm/a.ts', `const { binding: b } = process`, 'network: process.binding'],
    ['src/core/llm/a.ts', `new WebSocket('ws://x')`, 'network: WebSocket'],
    ['src/core/llm/a.ts', `const n = process.getBuiltinModule('net')`, 'network: process.getBuiltinModule'],
    ['src/core/llm/a.ts', `const n = require('net')`, 'require'],
    ['src/core/memory/a.ts', `import { Worker } from 'node:worker_threads'`, 'makes workers'],
    ['src/renderer/a.ts', `new Worker('x')`, 'makes workers'],
    ['src/core/tools/a.ts', `eval('1')`, 'runs text as code'],
    ['src/core/tools/a.ts', `new Function('return 1')`, 'runs text as code'],
    ['src/core/tools/a.ts', `export default 1`, 'default export'],
    ['src/core/tools/a.ts', `const a = 1; export { a as default }`, 'default export'],
    ['src/core/tools/a.ts', '\n'.repeat(401), '401 lines']
  ])('refuse in %s: %s', (file, text, problem) => {
    expect(problemsOf(file, text)).toContain(problem)
  })

  it.each([
    ['src/core/tools/a.ts', `import type { X } from '../llm/llm-port.ts'; import { strictest } from '../../shared/privacy-order.ts'`],
    ['src/core/llm/a.ts', `import type { X } from '../tools/tool.ts'; import OpenAI from 'openai'`],
    ['src/core/privacy/a.ts', `import { request } from 'undici'; import 'node:net'; fetch('x')`],
    ['src/core/host/a.ts', `import { Worker } from 'node:worker_threads'; new Worker('x')`],
    ['src/core/llm/a.ts', `const fetch = port.fetchFor(x); fetch('y'); port.fetch('z'); const o = { fetch: 1 }; type F = typeof fetch`],
    ['src/core/llm/a.ts', `// fetch('x') and localStorage\nconst text = "require('net')"`],
    ['src/renderer/a.ts', `import type { X } from '../shared/ipc/contract.ts'; import { ERROR_CODES } from '../shared/model/errors.ts'`],
    ['src/main/a.ts', `import { app, BrowserWindow } from 'electron'; import { x } from '../core/host/a.ts'`],
    ['src/cli/a.ts', `import { spawn } from 'node:child_process'; import { x } from '../core/host/a.ts'`],
    ['src/core/tools/a.ts', 'x\n'.repeat(400)]
  ])('allow in %s: %s', (file, text) => {
    expect(problemsOf(file, text)).toEqual([])
  })

  it('see an import without its extension', () => {
    expect(brokenImports('src/core/a/b.ts', `import './c'`, (file) => file === 'src/core/a/c.ts')).toEqual(['src/core/a/c'])
  })

  it('see a file that no entry reaches, and follow every kind of import', () => {
    const planted: Readonly<Record<string, string>> = {
      'src/a.ts': `import './b.ts'; export * from './c.ts'; const d = import('./d.ts'); type E = typeof import('./e.ts')`,
      'src/b.ts': `import type { F } from './f.ts'`,
      'src/c.ts': '',
      'src/d.ts': '',
      'src/e.ts': '',
      'src/f.ts': '',
      'src/dead.ts': `import './a.ts'`
    }
    const alive = reachable(['src/a.ts'], (file) => planted[file] ?? null)
    expect(Object.keys(planted).filter((file) => !alive.has(file))).toEqual(['src/dead.ts'])
  })
})
