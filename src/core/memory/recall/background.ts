import type { Embedder, EmbeddingModel } from '../embedding/embedder.ts'
import type { QueryLanguage } from './evidence.ts'

/** What people say about themselves and their days, of nobody in particular: how near a query is to such talk in general. */
const BACKGROUND: Readonly<Record<QueryLanguage, readonly string[]>> = {
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
    '妹妹读大学三年级',
    '我住在海边的小城',
    '我在医院做护士',
    '我喜欢安静的颜色',
    '我们周末去爬山',
    '我说三种语言',
    '我不吃辣',
    '我打算明年换工作',
    '我的电脑是旧的',
    '邻居养了两条狗',
    '我习惯晚睡',
    '项目的截止日期是月底',
    '我戴眼镜'
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
    'my sister is in her third year at university',
    'I live in a small town by the sea',
    'I work as a nurse in a hospital',
    'I like quiet colours',
    'we go hiking on weekends',
    'I speak three languages',
    'I do not eat spicy food',
    'I plan to change jobs next year',
    'my computer is old',
    'the neighbour keeps two dogs',
    'I usually stay up late',
    'the project is due at the end of the month',
    'I wear glasses'
  ]
}
/** So many of the nearest make the level of a query. */
const NEAREST = 6

/** How near a query is to talk of no matter what, as cosines by the language of that talk. */
export type Level = Readonly<Record<QueryLanguage, number>>

type Vectors = Readonly<Record<QueryLanguage, readonly Float32Array[]>>

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function levelOf(query: Float32Array, texts: readonly Float32Array[]): number {
  const nearest = texts.map((text) => dot(query, text)).toSorted((a, b) => b - a)
  return nearest.slice(0, NEAREST).reduce((sum, cosine) => sum + cosine, 0) / NEAREST
}

/** The background in vectors of the model that answers, made once per model. */
export class Background {
  #model: EmbeddingModel | null = null
  #vectors: Promise<Vectors | null> = Promise.resolve(null)

  /** Null when the model cannot make the vectors now; the next call tries again. */
  async level(embedder: Embedder, query: Float32Array): Promise<Level | null> {
    if (this.#model?.id !== embedder.model.id) {
      this.#model = embedder.model
      this.#vectors = this.#embed(embedder)
    }
    const vectors = await this.#vectors
    if (vectors === null) {
      this.#model = null
      return null
    }
    return { cjk: levelOf(query, vectors.cjk), latin: levelOf(query, vectors.latin) }
  }

  async #embed(embedder: Embedder): Promise<Vectors | null> {
    try {
      const cjk = await embedder.embed(BACKGROUND.cjk, 'passage')
      return { cjk, latin: await embedder.embed(BACKGROUND.latin, 'passage') }
    } catch {
      return null
    }
  }
}
