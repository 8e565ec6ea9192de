import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bgeSmallZh, inBox, knownModels, MODEL_FILES } from '../../../src/core/memory/embedding/models.ts'
import { findModelFault } from '../../../src/core/memory/embedding/verify-model.ts'
import { MODELS } from './setup.ts'

const box = knownModels.filter((model) => model.source === null)

describe('the models that the product knows', () => {
  it('have ids that differ and thresholds that cosines can reach', () => {
    expect(new Set(knownModels.map((model) => model.id)).size).toBe(knownModels.length)
    for (const { calibration, dimensions } of knownModels) {
      expect(dimensions % 32).toBe(0)
      for (const least of [...Object.values(calibration.minCosine), ...Object.values(calibration.crossCosine)])
        expect(least > 0 && least <= 1).toBe(true)
    }
  })

  it.each(box)('$id lies in the box, whole, as large as is said, and of the size that is said', async (model) => {
    const { folder, sums } = inBox(MODELS, model)
    expect(await findModelFault(folder, sums)).toBeNull()
    expect(MODEL_FILES.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)).toBe(model.bytes)
    const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
    expect(config).toMatchObject({ hidden_size: model.dimensions })
    expect(config.max_position_embeddings).toBeGreaterThanOrEqual(model.maxTokens)
  })

  it.each(knownModels.filter((model) => model.source !== null))('$id is downloaded by commit and checksum', ({ source, bytes }) => {
    expect(source?.revision).toMatch(/^[0-9a-f]{40}$/)
    expect(source?.files.map((file) => file.path).toSorted()).toEqual([...MODEL_FILES].toSorted())
    for (const file of source?.files ?? []) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(source?.files.reduce((sum, file) => sum + file.bytes, 0)).toBe(bytes)
  })

  it('hold what a model card asks for: pooling and the instruction of a query', () => {
    expect(bgeSmallZh).toMatchObject({ pooling: 'cls', dimensions: 512, queryPrefix: '为这个句子生成表示以用于检索相关文章：' })
  })
})
