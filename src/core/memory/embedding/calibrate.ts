import type { Calibration, Embedder } from './embedder.ts'

/** Short statements that have nothing to do with each other. */
const UNRELATED = {
  cjk: [
    '我每天早上去公园跑步',
    '她的猫叫年糕',
    '会议改到星期三下午',
    '我对花生过敏',
    '服务器搬到了新的机房',
    '他在学弹钢琴',
    '爸爸的生日是八月十六',
    '我更喜欢看纸质书',
    '高铁票已经卖完了',
    '这道菜放了太多盐',
    '我们决定用另一种数据库',
    '妹妹读大学三年级'
  ],
  latin: [
    'I run in the park every morning',
    'her cat is called Biscuit',
    'the meeting moved to Wednesday afternoon',
    'I am allergic to peanuts',
    'the server stands in a new room',
    'he is learning the piano',
    'my father was born in August',
    'I prefer books made of paper',
    'the train is sold out',
    'there is too much salt in this dish',
    'we chose another database',
    'my sister is in her third year at university'
  ]
} as const

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

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
  const latin = await commonCosine(embedder, UNRELATED.latin)
  const cjk = embedder.model.multilingual ? await commonCosine(embedder, UNRELATED.cjk) : 1
  const between = async (asked: readonly string[], texts: readonly string[]): Promise<number> =>
    embedder.model.multilingual ? above(await commonCosine(embedder, asked, texts), 0.1) : 1
  return {
    aboveTalk: null,
    crossCosine: { cjk: await between(UNRELATED.cjk, UNRELATED.latin), latin: await between(UNRELATED.latin, UNRELATED.cjk) },
    minCosine: { cjk: above(cjk, 0.1), latin: above(latin, 0.1) },
    weight: { cjk: embedder.model.multilingual ? 1 : 0.3, latin: 1 },
    sameCosine: above(Math.max(latin, embedder.model.multilingual ? cjk : 0), 0.75)
  }
}
