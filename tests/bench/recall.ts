import { startHeadless } from '../support/headless.ts'
import { residentOf, spread, timed, type Measure } from './measure.ts'
import { copyOfProfile, warmed } from './profiles.ts'
import { question, sentence } from './sentences.ts'
import { benchVectorIndex } from './vector-index.ts'

const QUERIES = 300
const ADDS = 60
/** Not among the facts of any profile of the bench. */
const NEW_FROM = 120_000

/** Different questions through the headless route, one after the other; at 10,000 facts also adding. */
export async function benchRecall(facts: number): Promise<Measure[]> {
  const profile = copyOfProfile(facts)
  try {
    const app = startHeadless({ profileDir: profile.dir })
    await warmed(app)
    for (let number = 0; number < 10; number += 1)
      await app.call('memory.recall', { query: question(3_000 + number), destination: 'local' })
    const times: number[] = []
    let empty = 0
    for (let number = 0; number < QUERIES; number += 1) {
      times.push(
        await timed(async () => {
          const found = await app.call('memory.recall', { query: question(number), destination: 'local' })
          if (found.length === 0) empty += 1
        })
      )
    }
    const adds: number[] = []
    for (let number = 0; number < ADDS && facts === 10_000; number += 1) {
      adds.push(await timed(() => app.call('memory.add', { text: sentence(NEW_FROM + number) })))
    }
    const resident = residentOf(app.child.pid)
    await app.close()
    return [
      ...spread(`recall.${facts}`, times),
      { name: `recall.${facts}.empty`, value: empty, unit: `of ${QUERIES}` },
      ...(adds.length === 0 ? [] : spread('add', adds)),
      { name: `memory.at-${facts}`, value: resident, unit: 'MiB' },
      ...(facts < 10_000 ? [] : await benchVectorIndex(profile.dir, facts))
    ]
  } finally {
    profile.remove()
  }
}
