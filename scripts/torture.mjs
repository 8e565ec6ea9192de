// `npm run torture -- [N] [--seed S]`: kills the headless app N times (100) at random moments and checks after each start that nothing
// acknowledged is lost. Every profile prints its seed; `--seed` repeats exactly one profile with the kills that it had.
import { randomInt } from 'node:crypto'
import { torment } from '../tests/torture/profile.ts'

const KILLS_PER_PROFILE = 10
const AT_ONCE = 2

function readArguments(args) {
  let kills = 100
  let seed = null
  for (let index = 0; index < args.length; index += 1) {
    if (args[index] === '--seed') seed = Number(args[(index += 1)])
    else kills = Number(args[index])
  }
  if (!Number.isInteger(kills) || kills < 1 || (seed !== null && !Number.isInteger(seed))) {
    console.error('usage: npm run torture -- [number of kills] [--seed number]')
    process.exit(2)
  }
  return { kills, seed }
}

const { kills, seed } = readArguments(process.argv.slice(2))
const runs =
  seed === null
    ? Array.from({ length: Math.ceil(kills / KILLS_PER_PROFILE) }, (_, index) => ({
        seed: randomInt(2 ** 31),
        kills: Math.min(KILLS_PER_PROFILE, kills - index * KILLS_PER_PROFILE)
      }))
    : [{ seed, kills: Math.min(kills, KILLS_PER_PROFILE) }]

const total = { passed: 0, failed: 0 }
let cutAnswers = 0
/** @type {Map<string, number>} */
const acknowledged = new Map()
const began = performance.now()

async function worker() {
  for (let run = runs.shift(); run !== undefined; run = runs.shift()) {
    const { problems, ...did } = await torment(run)
    cutAnswers += did.cut
    for (const [route, count] of did.acknowledged) acknowledged.set(route, (acknowledged.get(route) ?? 0) + count)
    if (problems.length === 0) total.passed += run.kills
    else total.failed += run.kills
    console.log(`seed ${run.seed}: ${run.kills} kills, ${problems.length === 0 ? 'nothing lost' : 'FAILED'}`)
    for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
    if (problems.length > 0) console.log(`  again: npm run torture -- ${run.kills} --seed ${run.seed}`)
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker))
const work = [...acknowledged].sort(([a], [b]) => a.localeCompare(b)).map(([route, count]) => `${route} ${count}`)
console.log(`Acknowledged: ${work.join(', ')}; ${cutAnswers} answers cut while they were shown.`)
console.log(`${((performance.now() - began) / 1000).toFixed(0)} s`)
console.log(`${total.passed} passed, ${total.failed} failed, 0 skipped`)
process.exitCode = total.failed === 0 ? 0 : 1
