import '../../src/core/host/silence-telemetry.ts'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { createNodeWorkerHost } from '../../src/core/host/node-worker-host.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { createEmbedder } from '../../src/core/memory/embedding/create-embedder.ts'
import { makeBatches, takeWindow, type TokenizedText } from '../../src/core/memory/embedding/job-queue.ts'
import { loadModel, sessionOptions, type LoadedModel } from '../../src/core/memory/embedding/load-model.ts'
import { allMiniLmL6V2, inBox } from '../../src/core/memory/embedding/models.ts'

export interface Measure {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const MODELS = fileURLToPath(new URL('../../resources/models', import.meta.url))
const WORKER = new URL('../../src/core/memory/embed-worker.ts', import.meta.url)
const ROUNDS = 5
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

function feedsOf(batch: readonly TokenizedText[]): Record<string, Tensor> {
  const width = Math.max(...batch.map(({ tokens }) => tokens.length))
  const shape = [batch.length, width]
  const fill = (value: (token: number) => bigint): Tensor =>
    new Tensor(
      'int64',
      BigInt64Array.from(batch.flatMap(({ tokens }) => Array.from({ length: width }, (_, i) => value(tokens[i] ?? 0)))),
      shape
    )
  return { input_ids: fill(BigInt), attention_mask: fill((token) => (token === 0 ? 0n : 1n)), token_type_ids: fill(() => 0n) }
}

/** The embedder as the app uses it, and onnxruntime called directly with the same model, threads and batches, in turns. */
export async function benchEmbedding(): Promise<Measure[]> {
  const texts = sentences()
  const before = process.memoryUsage.rss()
  const host = createNodeWorkerHost({ core: WORKER, embed: WORKER })
  const embedder = createEmbedder({ host, installed: inBox(MODELS, allMiniLmL6V2), logger: silentLogger })
  const load = await timed(() => embedder.embed(['hello'], 'query'))
  const resident = process.memoryUsage.rss() - before
  const queries: number[] = []
  for (const text of texts.slice(0, QUERIES)) queries.push(await timed(() => embedder.embed([text], 'query')))

  const loaded = await loadModel(join(MODELS, allMiniLmL6V2.id), allMiniLmL6V2)
  const session = await InferenceSession.create(join(MODELS, allMiniLmL6V2.id, 'onnx', 'model_quantized.onnx'), sessionOptions())
  const feeds = batchesOf(loaded, texts).map(feedsOf)
  const runAll = async (all: readonly Record<string, Tensor>[]): Promise<void> => {
    for (const feed of all) await session.run(feed)
  }
  const worker: number[] = []
  const direct: number[] = []
  const directWithTokens: number[] = []
  await runAll(feeds)
  for (let round = 0; round < ROUNDS; round += 1) {
    worker.push(await timed(() => embedder.embed(texts, 'passage')))
    direct.push(await timed(() => runAll(feeds)))
    directWithTokens.push(await timed(() => runAll(batchesOf(loaded, texts).map(feedsOf))))
  }
  await session.release()
  await embedder.close()

  const rate = (times: readonly number[]): number => (texts.length * 1_000) / percentile(times, 0.5)
  return [
    { name: 'embedding.load', value: load, unit: 'ms' },
    { name: 'embedding.resident', value: resident / 2 ** 20, unit: 'MiB' },
    { name: 'embedding.query.p50', value: percentile(queries, 0.5), unit: 'ms' },
    { name: 'embedding.query.p95', value: percentile(queries, 0.95), unit: 'ms' },
    { name: 'embedding.texts', value: rate(worker), unit: '1/s' },
    { name: 'embedding.direct', value: rate(direct), unit: '1/s' },
    { name: 'embedding.direct-with-tokens', value: rate(directWithTokens), unit: '1/s' },
    { name: 'embedding.ratio', value: rate(worker) / rate(direct), unit: 'of direct' },
    { name: 'embedding.ratio-with-tokens', value: rate(worker) / rate(directWithTokens), unit: 'of direct' }
  ]
}
