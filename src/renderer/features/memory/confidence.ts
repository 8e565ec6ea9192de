/** How sure a fact is, as a word. */
export type ConfidenceWord = 'certain' | 'likely' | 'fair' | 'doubtful'

/** @param confidence 0 to 1; below 0.7 nothing is stored without the person's word, so that is where doubt begins. */
export function confidenceWord(confidence: number): ConfidenceWord {
  if (confidence >= 0.95) return 'certain'
  if (confidence >= 0.85) return 'likely'
  return confidence >= 0.7 ? 'fair' : 'doubtful'
}
