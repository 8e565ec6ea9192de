// `npm run bench -- [--full] [--runs N] [--only section,…] [--out FILE]`: measures the product as people run it and says which figures are
// met. Each section runs in fresh processes, three times; a figure is the median of the runs. JSON lines go to FILE, or follow the table.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './ensure-build.mjs'
import { ensureBuilt, isBuilt } from '../tests/bench/profiles.ts'
import { targetOf } from '../tests/bench/targets.ts'

const root = join(import.meta.dirname, '..')
const SECTIONS = ['start', 'recall-1000', 'recall-10000', 'recall-100000', 'message', 'stall', 'embedding', 'gate', 'window', 'bundle']

function readArguments(args) {
  const value = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const only = value('--only')?.split(',') ?? SECTIONS
  const runs = Number(value('--runs') ?? 3)
  if (only.some((name) => !SECTIONS.includes(name)) || !Number.isInteger(runs) || runs < 1) {
    console.error(`usage: npm run bench -- [--full] [--runs N] [--only ${SECTIONS.join('|')}] [--out FILE]`)
    process.exit(2)
  }
  return { only, runs, out: value('--out'), full: args.includes('--full') }
}

/** One run of a section in a process of its own. */
function runOnce(section) {
  return new Promise((resolve, reject) => {
    const args = ['--disable-warning=ExperimentalWarning', join(root, 'tests', 'bench', 'run.ts'), section]
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) return reject(new Error(`${section} ended with ${code}`))
      resolve(
        output
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line))
      )
    })
  })
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

async function measure(section, runs) {
  /** @type {Map<string, { values: number[], unit: string }>} */
  const found = new Map()
  for (let run = 0; run < runs; run += 1) {
    for (const { name, value, unit } of await runOnce(section)) {
      const known = found.get(name) ?? { values: [], unit }
      known.values.push(value)
      found.set(name, known)
    }
  }
  return [...found].map(([name, { values, unit }]) => ({ name, value: median(values), unit }))
}

const shown = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2))

function row({ name, value, unit }) {
  const target = targetOf(name)
  const wanted = target === null ? '' : `${target.kind === 'most' ? 'at most' : 'at least'} ${target.value} ${unit}`
  const met = target === null ? '' : (target.kind === 'most' ? value <= target.value : value >= target.value) ? 'met' : 'MISSED'
  return [name, `${shown(value)} ${unit}`, wanted, met]
}

function table(rows) {
  const all = [['figure', 'measured', 'target', ''], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((cells) => cells[column].length)))
  return all
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()
    )
    .join('\n')
}

const NEEDS = { start: 10_000, 'recall-1000': 1_000, 'recall-10000': 10_000, 'recall-100000': 100_000, message: 10_000, stall: 10_000 }

const { only, runs, out, full } = readArguments(process.argv.slice(2))
const measures = []
for (const section of only) {
  const facts = NEEDS[section]
  if (facts === 100_000 && !full && !isBuilt(facts)) {
    console.log(`${section}: skipped, since building the profile takes minutes; --full does it.`)
    continue
  }
  console.error(`${section} …`)
  if (facts !== undefined) await ensureBuilt(facts)
  if ((section === 'window' || section === 'bundle') && !(await ensureBuild(root))) process.exit(1)
  const found = await measure(section, runs)
  if (found.length === 0) console.log(`${section}: skipped, neither Chromium nor the Electron binary is here.`)
  measures.push(...found)
}
console.log(`\n${table(measures.map(row))}`)
console.log(`\nMedian of ${runs} runs; ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} at the end.`)
const lines = measures.map((one) => JSON.stringify(one)).join('\n')
if (out === undefined) console.log(`\n${lines}`)
else writeFileSync(out, `${lines}\n`)
