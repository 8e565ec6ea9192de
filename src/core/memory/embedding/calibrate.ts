import { dot } from './dot.ts'
import type { Calibration, Embedder } from './embedder.ts'
import { everydayTalk } from './everyday-talk.ts'

/** The cosine that one in twenty unrelated pairs reaches; texts of equal place are about the same and left out. */
async function commonCosine(embedder: Embedder, asked: readonly string[], texts: readonly string[] = asked): Promise<number> {
  const [queries, passages] = [await embedder.embed(asked, 'query'), await embedder.embed(texts, 'passage')]
  const cosines = queries.flatMap((query, i) => passages.filter((_, j) => j !== i).map((passage) => dot(query, passage)))
  return Math.min(1, Math.max(0, cosines.toSorted((a, b) => a - b)[Math.floor(cosines.length * 0.95)] ?? 1))
}

/**
 * First thresholds for a model that nobody has measured: between what unrelated texts reach with it and 1, a tenth of the way for "has to do with it" and
 * three quarters for "says the same" (so it is with the models that were measured). A model that does not know Chinese admits nothing Chinese.
 */
export async function calibrate(embedder: Embedder): Promise<Calibration> {
  const above = (common: number, share: number): number => common + (1 - common) * share
  const latin = await commonCosine(embedder, everydayTalk.latin)
  const cjk = embedder.model.multilingual ? await commonCosine(embedder, everydayTalk.cjk) : 1
  const between = async (asked: readonly string[], texts: readonly string[]): Promise<number> =>
    embedder.model.multilingual ? above(await commonCosine(embedder, asked, texts), 0.1) : 1
  return {
    aboveTalk: null,
    crossCosine: { cjk: await between(everydayTalk.cjk, everydayTalk.latin), latin: await between(everydayTalk.latin, everydayTalk.cjk) },
    minCosine: { cjk: above(cjk, 0.1), latin: above(latin, 0.1) },
    weight: { cjk: embedder.model.multilingual ? 1 : 0.3, latin: 1 },
    sameCosine: above(Math.max(latin, embedder.model.multilingual ? cjk : 0), 0.75)
  }
}
