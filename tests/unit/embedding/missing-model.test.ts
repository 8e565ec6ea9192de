import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Embedder } from '../../../src/core/memory/embedding/embedder.ts'
import { embedderOn, MODELS, pause, watchedHost } from './setup.ts'

let folder: string
let embedder: Embedder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-models-'))
  cpSync(join(MODELS, 'all-MiniLM-L6-v2'), join(folder, 'all-MiniLM-L6-v2'), { recursive: true })
  embedder = embedderOn(watchedHost(), folder)
})
afterEach(async () => {
  await embedder.close()
  rmSync(folder, { recursive: true })
})

const model = (): string => join(folder, 'all-MiniLM-L6-v2')
const weights = (): string => join(model(), 'onnx', 'model_quantized.onnx')

async function expectMissing(): Promise<void> {
  await expect(embedder.embed(['hello'], 'query')).rejects.toMatchObject({ code: 'MODEL_MISSING' })
  expect(embedder.state()).toBe('missing')
}

function flipByte(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(path, bytes)
}

describe('the model counts as missing', () => {
  it('when its folder is not there', async () => {
    rmSync(model(), { recursive: true })
    await expectMissing()
  })

  it('when a file of it is not there', async () => {
    rmSync(join(model(), 'tokenizer.json'))
    await expectMissing()
  })

  it('when the model file is cut short', async () => {
    truncateSync(weights(), 1_000_000)
    await expectMissing()
  })

  it('when one bit of the model file is flipped', async () => {
    flipByte(weights(), 12_345_678)
    await expectMissing()
  })

  it('when the tokenizer was changed', async () => {
    flipByte(join(model(), 'tokenizer.json'), 4_000)
    await expectMissing()
  })
})

describe('a model that was missing', () => {
  it('is found a little after it was put in place', async () => {
    renameSync(model(), `${model()}-away`)
    await expectMissing()
    renameSync(`${model()}-away`, model())
    await expectMissing()
    await pause(2_050)
    expect(await embedder.embed(['hello'], 'query')).toHaveLength(1)
    expect(embedder.state()).toBe('ready')
  })
})
