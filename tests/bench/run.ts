// One section of the bench in a process of its own: `run.ts <section>`. Prints JSON lines.
import type { Measure } from './measure.ts'

const SECTIONS: Readonly<Record<string, () => Promise<readonly Measure[]>>> = {
  start: async () => (await import('./start.ts')).benchStart(),
  'recall-1000': async () => (await import('./recall.ts')).benchRecall(1_000),
  'recall-10000': async () => (await import('./recall.ts')).benchRecall(10_000),
  'recall-100000': async () => (await import('./recall.ts')).benchRecall(100_000),
  message: async () => (await import('./message.ts')).benchMessage(),
  stall: async () => (await import('./stall.ts')).benchStall(),
  embedding: async () => (await import('./embedding.ts')).benchEmbedding(),
  gate: async () => (await import('./gate.ts')).benchGate(),
  window: async () => (await import('./window.ts')).benchWindow(),
  bundle: async () => (await import('./bundle.ts')).benchBundle()
}

const name = process.argv[2] ?? ''
const section = SECTIONS[name]
if (section === undefined) {
  console.error(`No section is called ${name}. Sections: ${Object.keys(SECTIONS).join(', ')}`)
  process.exit(2)
}
for (const measure of await section()) console.log(JSON.stringify(measure))
process.exit(0)
