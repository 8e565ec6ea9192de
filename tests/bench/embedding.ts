import '../../src/core/host/silence-telemetry.ts'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { makeBatches, takeWindow, type TokenizedText } from '../../src/core/memory/embedding/job-queue.ts'
import { loadModel, sessionOptions, type LoadedModel } from '../../src/core/memory/embedding/load-model.ts'
import { allMiniLmL6V2, e5SmallZhEn, inBox, type KnownModel } from '../../src/core/memory/embedding/models.ts'
import { openEmbedder, openMemory, temporaryFolder } from '../support/memory.ts'

export interface Measure {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const MODELS = fileURLToPath(new URL('../../resources/models', import.meta.url))
const ROUNDS = 3
const QUERIES = 300

const chinese = {
  who: ['我', '我妹妹', '小明', '老师', '邻居王阿姨', '我的同事', '爷爷', '隔壁的医生'],
  what: [
    '喜欢在周末打篮球',
    '对花生过敏',
    '每天早上喝豆浆',
    '住在杭州西湖边',
    '养了一只橘猫',
    '在学弹钢琴',
    '下个月要去北京出差',
    '不吃辣'
  ],
  when: ['，已经三年了', '，从上个月开始', '，大家都知道', '，昨天刚说过']
}
const english = {
  who: ['My sister', 'I', 'The neighbour', 'Our teacher', 'A colleague', 'My grandfather', 'The doctor next door', 'Ming'],
  what: [
    'plays basketball',
    'cannot eat peanuts',
    'drinks tea in the morning',
    'lives near the lake',
    'keeps a ginger cat',
    'learns the piano',
    'travels next month',
    'likes quiet rooms'
  ],
  when: [', since three years', ', since last month', ', as everybody knows', ', or so I heard yesterday']
}

/** 512 different short sentences, half of them Chinese, mixed. */
function sentences(): string[] {
  const all = ({ who, what, when }: typeof chinese, gap: string): string[] =>
    who.flatMap((a) => what.flatMap((b) => when.map((c) => a + gap + b + c)))
  const other = all(english, ' ')
  return all(chinese, '').flatMap((sentence, i) => [sentence, other[i] ?? ''])
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

/** Batches as the worker makes them. */
function batchesOf(loaded: LoadedModel, texts: readonly string[]): TokenizedText[][] {
  const queue = texts.map((text, index) => ({ request: 0, index, text }))
  const batches: TokenizedText[][] = []
  while (queue.length > 0) {
    const window = takeWindow(queue)
    const tokens = loaded.tokenize(window.map(({ text }) => text))
    batches.push(...makeBatches(window.map((text, i) => ({ ...text, tokens: tokens[i] ?? [] }))))
  }
  return batches
}

/** What onnxruntime is given; not every model asks for the types of tokens. */
function feedsOf(batch: readonly TokenizedText[], names: readonly string[]): Record<string, Tensor> {
  const width = Math.max(...batch.map(({ tokens }) => tokens.length))
  const shape = [batch.length, width]
  const fill = (value: (token: number | undefined) => bigint): Tensor =>
    new Tensor('int64', BigInt64Array.from(batch.flatMap(({ tokens }) => Array.from({ length: width }, (_, i) => value(tokens[i])))), shape)
  const all: Record<string, Tensor> = {
    input_ids: fill((token) => BigInt(token ?? 0)),
    attention_mask: fill((token) => (token === undefined ? 0n : 1n)),
    token_type_ids: fill(() => 0n)
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
}

/** Onnxruntime called directly with the model, threads and batches of the worker. */
async function openDirect(model: KnownModel) {
  const { folder } = inBox(MODELS, model)
  const loaded = await loadModel(folder, model)
  const session = await InferenceSession.create(join(folder, 'onnx', 'model_quantized.onnx'), sessionOptions())
  const feeds = (texts: readonly string[]) =>
    batchesOf(
      loaded,
      texts.map((text) => model.passagePrefix + text)
    ).map((batch) => feedsOf(batch, session.inputNames))
  const run = async (all: readonly Record<string, Tensor>[]): Promise<void> => {
    for (const feed of all) await session.run(feed)
  }
  return { feeds, run, close: () => session.release() }
}

/** The embedder as the app uses it, and onnxruntime called directly with the same model, threads and batches, in turns. */
async function benchModel(model: KnownModel, name: string): Promise<Measure[]> {
  const texts = sentences()
  const before = process.memoryUsage.rss()
  const embedder = openEmbedder(inBox(MODELS, model))
  const load = await timed(() => embedder.embed(['hello'], 'query'))
  const resident = process.memoryUsage.rss() - before
  const queries: number[] = []
  for (const text of texts.slice(0, QUERIES)) queries.push(await timed(() => embedder.embed([text], 'query')))

  const direct = await openDirect(model)
  const feeds = direct.feeds(texts)
  const times: Record<'worker' | 'direct' | 'withTokens', number[]> = { worker: [], direct: [], withTokens: [] }
  await direct.run(feeds)
  for (let round = 0; round < ROUNDS; round += 1) {
    times.worker.push(await timed(() => embedder.embed(texts, 'passage')))
    times.direct.push(await timed(() => direct.run(feeds)))
    times.withTokens.push(await timed(() => direct.run(direct.feeds(texts))))
  }
  await direct.close()
  await embedder.close()

  const rate = (all: readonly number[]): number => (texts.length * 1_000) / percentile(all, 0.5)
  return [
    { name: `${name}.load`, value: load, unit: 'ms' },
    { name: `${name}.resident`, value: resident / 2 ** 20, unit: 'MiB' },
    { name: `${name}.query.p50`, value: percentile(queries, 0.5), unit: 'ms' },
    { name: `${name}.query.p95`, value: percentile(queries, 0.95), unit: 'ms' },
    { name: `${name}.texts`, value: rate(times.worker), unit: '1/s' },
    { name: `${name}.direct`, value: rate(times.direct), unit: '1/s' },
    { name: `${name}.direct-with-tokens`, value: rate(times.withTokens), unit: '1/s' },
    { name: `${name}.ratio`, value: rate(times.worker) / rate(times.direct), unit: 'of direct' },
    { name: `${name}.ratio-with-tokens`, value: rate(times.worker) / rate(times.withTokens), unit: 'of direct' }
  ]
}

/** The queue embeds facts anew, with everything that it stores, against onnxruntime on the same texts; in turns. */
async function benchReembedding(model: KnownModel, name: string): Promise<Measure[]> {
  const folder = temporaryFolder()
  const memory = await openMemory(folder.dir, { embedder: openEmbedder(inBox(MODELS, model)) })
  const texts = sentences()
  memory.longTerm.addFacts(texts.map((text) => ({ text, source: 'person' as const })))
  await memory.embedded()
  const direct = await openDirect(model)
  const feeds = direct.feeds(texts)
  const again: number[] = []
  const straight: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    memory.db.exec(`update facts set embedded_model = 'another'`)
    again.push(await timed(() => memory.embedded()))
    straight.push(await timed(() => direct.run(feeds)))
  }
  await direct.close()
  await memory.close()
  folder.remove()
  const rate = (texts.length * 1_000) / percentile(again, 0.5)
  return [
    { name: `${name}.facts`, value: rate, unit: '1/s' },
    { name: `${name}.ratio`, value: percentile(straight, 0.5) / percentile(again, 0.5), unit: 'of direct' }
  ]
}

export async function benchEmbedding(): Promise<Measure[]> {
  return [
    ...(await benchModel(allMiniLmL6V2, 'embedding')),
    ...(await benchReembedding(allMiniLmL6V2, 're-embedding')),
    ...(await benchModel(e5SmallZhEn, 'embedding.e5')),
    ...(await benchReembedding(e5SmallZhEn, 're-embedding.e5'))
  ]
}
