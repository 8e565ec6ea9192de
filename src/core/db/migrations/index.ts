import { version1 } from './0001-first.ts'
import { version2 } from './0002-drafts-and-deletions.ts'
import { version3 } from './0003-facts-in-order.ts'
import { version4 } from './0004-memory.ts'

/** Position n migrates version n to n + 1. Never edit one that has been released: add the next. */
export const migrations: readonly string[] = [version1, version2, version3, version4]
