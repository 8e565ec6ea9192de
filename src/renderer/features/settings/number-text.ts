export interface NumberRange {
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

/** The number that a person typed, full-width digits included; null when it is none or out of range. */
export function numberOf(text: string, { min, max, whole }: NumberRange): number | null {
  const plain = text.normalize('NFKC').trim().replaceAll(',', '')
  if (!/^\d+(\.\d+)?$/.test(plain)) return null
  const value = Number(plain)
  if (whole && !Number.isInteger(value)) return null
  return value >= min && value <= max ? value : null
}
