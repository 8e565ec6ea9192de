import type { RecalledFact } from '../../../shared/model/memory.ts'
import { countTokens } from '../../kernel/tokens.ts'
import { correctionsBlock, factsBlock, profileBlock, type TextLanguage } from '../memory-texts.ts'
import type { ProfileText } from '../profile/profile-text.ts'

/** Tokens of each part of what a turn is given of memory, counted on the finished text with its heading (SEED C5). */
export const CONTEXT_BUDGET = { profile: 500, corrections: 500, facts: 1_000 } as const
/** Facts in one context at the most, corrections among them. */
export const MOST_FACTS = 8

/** Blocks stand apart by an empty line; it counts too. */
const APART = '\n\n'
const size = (block: string): number => countTokens(block + APART)

export interface GivenFacts {
  readonly corrections: readonly RecalledFact[]
  readonly facts: readonly RecalledFact[]
}

type Render = (facts: readonly RecalledFact[], language: TextLanguage) => string

/** The front of a queue whose finished block fits: the first fact that does not fit ends it, none is cut. */
function front(queue: readonly RecalledFact[], budget: number, render: Render, language: TextLanguage): readonly RecalledFact[] {
  const tooMany = queue.findIndex((_fact, index) => size(render(queue.slice(0, index + 1), language)) > budget)
  return tooMany === -1 ? queue : queue.slice(0, tooMany)
}

/** Corrections first, then the other facts, each in the order in which they were recalled. @param limit facts at the most; never more than eight */
export function withinBudget(recalled: readonly RecalledFact[], limit: number, language: TextLanguage): GivenFacts {
  const most = Math.min(MOST_FACTS, limit)
  const isCorrection = (fact: RecalledFact): boolean => fact.category === 'correction'
  const corrections = front(recalled.filter(isCorrection).slice(0, most), CONTEXT_BUDGET.corrections, correctionsBlock, language)
  const others = recalled.filter((fact) => !isCorrection(fact)).slice(0, most - corrections.length)
  return { corrections, facts: front(others, CONTEXT_BUDGET.facts, factsBlock, language) }
}

const hasText = (section: ProfileText): boolean => section.text.trim() !== ''

/** False: the profile is too long for its room, and is left out as a whole. */
export function profileFits(sections: readonly ProfileText[], language: TextLanguage): boolean {
  return size(profileBlock(sections, language)) <= CONTEXT_BUDGET.profile
}

/** Everything that a turn is given of memory, as one text; empty when there is nothing. */
export function memoryText(sections: readonly ProfileText[], { corrections, facts }: GivenFacts, language: TextLanguage): string {
  return [
    sections.some(hasText) ? profileBlock(sections, language) : '',
    corrections.length === 0 ? '' : correctionsBlock(corrections, language),
    facts.length === 0 ? '' : factsBlock(facts, language)
  ]
    .filter((block) => block !== '')
    .join(APART)
}
