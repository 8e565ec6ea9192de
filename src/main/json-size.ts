const MAX_DEPTH = 64

/**
 * Bytes that a value takes as JSON, about.
 * @param limit stops early: a result above it only says "too large"
 * @returns null for what is not JSON: functions, dates, maps, bigint, NaN, class instances, or nesting beyond 64
 */
export function jsonBytes(value: unknown, limit: number): number | null {
  return measure(value, limit, 0)
}

function measure(value: unknown, limit: number, depth: number): number | null {
  switch (typeof value) {
    case 'string':
      return Buffer.byteLength(value) + 2
    case 'number':
      return Number.isFinite(value) ? 8 : null
    case 'boolean':
      return 5
    case 'object':
      if (value === null) return 4
      return depth < MAX_DEPTH ? measureObject(value, limit, depth + 1) : null
    default:
      return null
  }
}

function measureObject(value: object, limit: number, depth: number): number | null {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return null
  let total = 2
  for (const [key, item] of Object.entries(value)) {
    // An absent field and an undefined one are the same in JSON.
    if (item === undefined && !Array.isArray(value)) continue
    const bytes = measure(item, limit - total, depth)
    if (bytes === null) return null
    total += bytes + (Array.isArray(value) ? 1 : Buffer.byteLength(key) + 4)
    if (total > limit) return total
  }
  return total
}
