import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import type { Embedder } from '../../../src/core/memory/embedding/embedder.ts'
import { calibrate } from '../../../src/core/memory/embedding/calibrate.ts'
import { createEmbedder } from '../../../src/core/memory/embedding/create-embedder.ts'
import { allMiniLmL6V2, e5SmallZhEn } from '../../../src/core/memory/embedding/models.ts'
import { readFolder, type FolderModel } from '../../../src/core/memory/embedding/read-folder.ts'
import { dot, embedderOn, MODELS, watchedHost } from './setup.ts'

let dir: string
let folder: string
let embedder: Embedder | null = null
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hearth-folder-'))
  folder = join(dir, 'my own model')
  cpSync(join(MODELS, allMiniLmL6V2.id), folder, { recursive: true })
})
afterEach(async () => {
  await embedder?.close()
  embedder = null
  rmSync(dir, { recursive: true })
})

function open(model: FolderModel): Embedder {
  embedder = createEmbedder({ host: watchedHost(), installed: { model, folder: model.folder, sums: model.sums }, logger: silentLogger })
  return embedder
}

describe('a folder as a model', () => {
  it('is described by its files', async () => {
    const model = await readFolder(folder, {})
    expect(model).toMatchObject({
      name: 'my own model',
      dimensions: 384,
      pooling: 'mean',
      queryPrefix: '',
      passagePrefix: '',
      maxTokens: 512,
      multilingual: false,
      bytes: allMiniLmL6V2.bytes
    })
    expect(model.id).toMatch(/^my-own-model-[0-9a-f]{8}$/)
    expect(await readFolder(join(MODELS, e5SmallZhEn.id), {})).toMatchObject({ multilingual: true })
  })

  it('is what the person says where they say it, and else what its files of sentence-transformers say', async () => {
    cpSync(join(folder, 'config.json'), join(folder, '1_Pooling', 'config.json'))
    writeFileSync(join(folder, '1_Pooling', 'config.json'), '{"pooling_mode_cls_token":true}')
    writeFileSync(join(folder, 'sentence_bert_config.json'), '{"max_seq_length":128}')
    expect(await readFolder(folder, {})).toMatchObject({ pooling: 'cls', maxTokens: 128 })
    const choices = { pooling: 'mean', queryPrefix: 'q: ', passagePrefix: 'p: ', multilingual: true } as const
    expect(await readFolder(folder, choices)).toMatchObject(choices)
  })

  it('is loaded in place and gives the same vectors', async () => {
    const own = open(await readFolder(folder, {}))
    const [vector = new Float32Array()] = await own.embed(['I live in Hangzhou'], 'passage')
    const box = embedderOn(watchedHost())
    const [same = new Float32Array()] = await box.embed(['I live in Hangzhou'], 'passage')
    await box.close()
    expect(dot(vector, same)).toBeGreaterThan(0.9999)
  })

  it('with other weights is another model', async () => {
    const before = await readFolder(folder, {})
    appendFileSync(join(folder, 'onnx', 'model_quantized.onnx'), 'x')
    expect((await readFolder(folder, {})).id).not.toBe(before.id)
    await expect(open(before).embed(['hello'], 'query')).rejects.toMatchObject({ code: 'MODEL_MISSING' })
  })

  it.each<[string, string, () => void]>([
    ['absent', 'onnx/model_quantized.onnx', () => rmSync(join(folder, 'onnx'), { recursive: true })],
    ['absent', 'tokenizer.json', () => rmSync(join(folder, 'tokenizer.json'))],
    ['unreadable', 'config.json', () => writeFileSync(join(folder, 'config.json'), '{"hidden_size":"many"}')],
    ['unreadable', 'config.json', () => writeFileSync(join(folder, 'config.json'), 'no json')],
    ['unreadable', 'tokenizer_config.json', () => writeFileSync(join(folder, 'tokenizer_config.json'), '[')]
  ])('is refused as %s when %s is not as it should be', async (reason, file, spoil) => {
    spoil()
    await expect(readFolder(folder, {})).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { reason, file } })
  })

  it('is refused when its path says nothing without a current folder', async () => {
    await expect(readFolder('my own model', {})).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { reason: 'path' } })
  })

  it('whose weights are cut does not load, and takes nothing down with it', async () => {
    truncateSync(join(folder, 'onnx', 'model_quantized.onnx'), 1_000_000)
    await expect(open(await readFolder(folder, {})).embed(['hello'], 'query')).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  it('of another size than its config says does not pass', async () => {
    const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, hidden_size: 128 }))
    await expect(calibrate(open(await readFolder(folder, {})))).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})

describe('calibration', () => {
  it('tells what cosines mean: unrelated texts stay below, the same thing in other words is above', async () => {
    embedder = embedderOn(watchedHost(), MODELS, e5SmallZhEn)
    const { minCosine, sameCosine, weight } = await calibrate(embedder)
    const [question = new Float32Array()] = await embedder.embed(['我住在哪个城市？'], 'query')
    const [near = new Float32Array(), far = new Float32Array()] = await embedder.embed(['我家在杭州', '打印机的墨用完了'], 'passage')
    expect(dot(question, near)).toBeGreaterThan(minCosine.cjk)
    expect(dot(question, far)).toBeLessThan(minCosine.cjk)
    expect(sameCosine).toBeGreaterThan(minCosine.cjk)
    expect(weight).toEqual({ cjk: 1, latin: 1 })
  })

  it('admits nothing Chinese for a model that does not know it', async () => {
    embedder = embedderOn(watchedHost())
    const { minCosine, weight } = await calibrate(embedder)
    expect(minCosine.cjk).toBe(1)
    expect(minCosine.latin).toBeLessThan(0.5)
    expect(weight.cjk).toBeLessThan(1)
  })
})
