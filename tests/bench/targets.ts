/** A figure that the product promises: no more than, or no less than, in the unit of the measure. */
export interface Target {
  readonly kind: 'most' | 'least'
  readonly value: number
}

const most = (value: number): Target => ({ kind: 'most', value })
const least = (value: number): Target => ({ kind: 'least', value })

const TARGETS: Readonly<Record<string, Target>> = {
  'start.status.p50': most(700),
  'start.first-recall.p50': most(1_500),
  'recall.10000.p50': most(15),
  'recall.10000.p95': most(40),
  'recall.100000.p50': most(40),
  'recall.100000.p95': most(90),
  'index.10000.recall-at-10': least(0.98),
  'index.100000.recall-at-10': least(0.98),
  'message.p50': most(30),
  'stall.recall': most(50),
  'stall.import': most(50),
  'stall.file': most(50),
  'stall.re-embedding': most(50),
  'embedding.texts': least(400),
  'embedding.ratio': least(0.7),
  'embedding.e5.ratio': least(0.7),
  're-embedding.ratio': least(0.7),
  're-embedding.e5.ratio': least(0.7),
  'window.over-empty': most(500),
  'bundle.conversation': most(300)
}

/** Null for what is measured without a promise. */
export function targetOf(name: string): Target | null {
  return TARGETS[name] ?? null
}
