import type { ActiveModel } from '../embedding/embedder.ts'
import type { LongTermMemory } from '../long-term-memory.ts'
import type { NearFact } from './rivals.ts'

/** Stored facts that one candidate is compared with. */
const MOST_NEAR = 8

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

/** Facts near a text in words or meaning, found on this machine. Without a usable embedding model none of them counts as the same. */
export function createNearFacts(ports: {
  readonly longTerm: LongTermMemory
  readonly models: ActiveModel
}): (text: string, projectId: string | null) => Promise<readonly NearFact[]> {
  return async (text, projectId) => {
    try {
      const found = await ports.longTerm.recall(text, { limit: MOST_NEAR, audience: 'local', projectId, abstain: false })
      if (found.length === 0) return []
      const embedder = ports.models.active()
      const vectors = await embedder.embed([text, ...found.map((fact) => fact.text)], 'passage').catch(() => [])
      const own = vectors[0]
      return found.map((fact, index) => {
        const other = vectors[index + 1]
        const same = own !== undefined && other !== undefined && cosine(own, other) >= embedder.model.calibration.sameCosine
        return { factId: fact.factId, same }
      })
    } catch {
      return []
    }
  }
}
