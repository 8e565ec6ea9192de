import { startHeadless } from '../support/headless.ts'
import { residentOf, spread, timed, type Measure } from './measure.ts'
import { copyOfProfile } from './profiles.ts'
import { question } from './sentences.ts'

const STARTS = 5

/** From the spawn of the headless app to its first answers, with 10,000 facts. */
export async function benchStart(): Promise<Measure[]> {
  const profile = copyOfProfile(10_000)
  const status: number[] = []
  const recall: number[] = []
  const resident: number[] = []
  try {
    for (let round = 0; round < STARTS; round += 1) {
      const began = performance.now()
      const app = startHeadless({ profileDir: profile.dir })
      await app.call('app.status', {})
      status.push(performance.now() - began)
      await app.call('memory.recall', { query: question(round), destination: 'local' })
      recall.push(performance.now() - began)
      resident.push(residentOf(app.child.pid))
      await timed(() => app.close())
    }
  } finally {
    profile.remove()
  }
  return [
    ...spread('start.status', status),
    ...spread('start.first-recall', recall),
    { name: 'memory.after-start', value: Math.max(...resident), unit: 'MiB' }
  ]
}
