import { configure, openEncrypted } from '../../src/core/db/connection.ts'
import { openKey } from '../../src/core/db/keyring.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { inBox, knownModels } from '../../src/core/memory/embedding/models.ts'
import { VectorIndex, type NearFact } from '../../src/core/memory/recall/vector-index.ts'
import { modelsInBox, openEmbedder } from '../support/memory.ts'
import type { Db } from '../../src/core/db/connection.ts'
import { spread, timed, type Measure } from './measure.ts'
import { question } from './sentences.ts'

const QUESTIONS = 40
const NEAREST = 10
const LOAD_MS = 120_000
/** Equal vectors may come in any order. */
const ROUNDING = 1e-5

/** The cosine of the tenth, measured from every row of the file. */
function tenthCosine(db: Db, model: string, query: Float32Array): number {
  const distance = db
    .prepare(`select vec_distance_cosine(embedding, ?) as d from fact_vectors where model = ? order by d limit 1 offset ${NEAREST - 1}`)
    .pluck()
    .get(Buffer.from(query.buffer, query.byteOffset, query.byteLength), model)
  return 1 - Number(distance)
}

/** The index in memory alone, on the embedded facts of a profile that no other process has open: its time, and how many of the ten nearest it gives. */
export async function benchVectorIndex(profileDir: string, facts: number): Promise<Measure[]> {
  const paths = profilePaths(profileDir)
  const db = openEncrypted(paths.database, { key: await openKey(paths, { kind: 'file' }), mustExist: true })
  configure(db)
  const index = new VectorIndex(db)
  try {
    const id = db.prepare('select model from fact_vectors limit 1').pluck().get()
    const model = knownModels.find((known) => known.id === id)
    if (model === undefined) throw new Error('no fact has a vector')
    const embedder = openEmbedder(inBox(modelsInBox, model))
    const queries = await embedder.embed(
      Array.from({ length: QUESTIONS }, (_, number) => question(number * 7)),
      'query'
    )
    await embedder.close()
    const load = await timed(() => index.ready(model, LOAD_MS))
    const filter = { scopes: ['user'], audience: 'local', asOf: null } as const
    const times: number[] = []
    const answers: NearFact[][] = []
    for (const query of queries) {
      const work = async (): Promise<void> => void answers.push(index.nearest(model, query, filter, ['open', 'private'], 50))
      times.push(await timed(work))
    }
    const right = queries.map((query, at) => {
      const tenth = tenthCosine(db, model.id, query)
      return (answers[at] ?? []).slice(0, NEAREST).filter((near) => near.cosine >= tenth - ROUNDING).length / NEAREST
    })
    return [
      ...spread(`index.${facts}`, times),
      { name: `index.${facts}.load`, value: load, unit: 'ms' },
      { name: `index.${facts}.recall-at-10`, value: right.reduce((sum, share) => sum + share, 0) / right.length, unit: 'of exact' }
    ]
  } finally {
    index.close()
    db.close()
  }
}
