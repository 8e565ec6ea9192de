export type LengthAdvice = 'short' | 'fair' | 'good'

const FAIR = 14
const GOOD = 22

/** How long a passphrase is, and nothing else: a Chinese character weighs as two letters, since there are many more of them to guess from. */
export function lengthAdvice(passphrase: string): LengthAdvice {
  let weight = 0
  for (const char of passphrase) weight += /\p{Script=Han}/u.test(char) ? 2 : 1
  if (weight < FAIR) return 'short'
  return weight < GOOD ? 'fair' : 'good'
}
