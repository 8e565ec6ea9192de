import { useCallback, useState } from 'react'
import type { ErrorData } from '../../../shared/model/errors.ts'
import type { Receipt } from '../../../shared/model/receipt.ts'
import { useRoute } from '../../bridge/use-route.ts'

/** Receipts carry their bodies, so that not all of them are read at once. */
const STEPS = [200, 1_000, 10_000] as const

export interface ReceiptsAnswer {
  readonly receipts: readonly Receipt[]
  readonly loading: boolean
  readonly error: ErrorData | null
  /** Null when everything is shown. */
  readonly older: (() => void) | null
}

/** The newest receipts, and older ones on demand. */
export function useReceipts(): ReceiptsAnswer {
  const [step, setStep] = useState(0)
  const limit = STEPS[step] ?? 10_000
  const { value, error, loading } = useRoute('privacy.receipts', { limit })
  const more = useCallback(() => setStep((before) => Math.min(before + 1, STEPS.length - 1)), [])
  const receipts = value ?? NONE
  return {
    receipts,
    error,
    loading: loading && value === undefined,
    older: receipts.length >= limit && step < STEPS.length - 1 ? more : null
  }
}

const NONE: readonly Receipt[] = []
