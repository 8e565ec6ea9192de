import type { Privacy } from './model/privacy.ts'

const ORDER: Readonly<Record<Privacy, number>> = { open: 0, ask: 1, private: 2 }

/** The stricter of the labels; what is derived from several values takes it. No label at all is `open` (nothing was derived). */
export function strictest(labels: Iterable<Privacy>): Privacy {
  let result: Privacy = 'open'
  for (const label of labels) if (ORDER[label] > ORDER[result]) result = label
  return result
}
