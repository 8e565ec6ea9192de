// What the gate of recall keeps at which thresholds, on the pairs beside this file. Prints JSON lines.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepVectors } from '../kept-vectors.ts'
import { modelNamed } from '../run.ts'
import { openStore, said } from '../store.ts'
import { percentile } from '../../bench/measure.ts'
import { inBox } from '../../../src/core/memory/embedding/models.ts'
import { wholeRecall } from '../../../src/core/memory/recall/recall-tuning.ts'
import { modelsInBox, openEmbedder } from '../../support/memory.ts'

interface Pair {
  readonly language: 'en' | 'zh'
  readonly fact: string
  readonly question: string
}

const model = modelNamed(process.argv[2] ?? 'multilingual-e5-small-zh-en')
if (model === null) throw new Error('no such model')
const embedder = keepVectors(openEmbedder(inBox(modelsInBox, model)))
// Fails here when the model cannot be used.
await embedder.embed(['ready?'], 'query')
const lines = readFileSync(join(import.meta.dirname, 'pairs.jsonl'), 'utf8')
  .trim()
  .split('\n')
const pairs = lines.map((line) => JSON.parse(line) as Pair)
const open = { name: 'open', tuning: { ...wholeRecall, diversity: false }, abstain: false }

for (const language of ['en', 'zh'] as const) {
  const own = pairs.filter((pair) => pair.language === language)
  const store = await openStore(embedder, '2026-01-15T09:00:00Z')
  const ids = await store.add(own.map((pair) => said(pair.fact, '2026-01-01T12:00:00Z')))
  const right: number[] = []
  const behind: number[] = []
  const others: { evidence: number; behind: number }[] = []
  for (const [index, pair] of own.entries()) {
    const asked = await store.ask(pair.question, 8, open)
    const best = Math.max(...asked.evidence)
    asked.ids.forEach((id, place) => {
      const evidence = asked.evidence[place] ?? 0
      if (id !== ids[index]) return others.push({ evidence, behind: best - evidence })
      right.push(evidence)
      return behind.push(best - evidence)
    })
  }
  for (const share of [0, 0.02, 0.05, 0.1, 0.5]) {
    const least = percentile(right, share)
    const within = percentile(behind, 1 - share)
    const kept = others.filter((one) => one.evidence >= least).length / others.length
    const near = others.filter((one) => one.behind <= within).length / others.length
    console.log(JSON.stringify({ language, found: right.length, share, least, othersAbove: kept, within, othersWithin: near }))
  }
  await store.close()
}
await embedder.close()
process.exit(0)
