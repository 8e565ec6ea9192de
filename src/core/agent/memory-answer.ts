import type { RecalledFact } from '../../shared/model/memory.ts'
import type { TextLanguage } from '../memory/memory-texts.ts'
import { agentTexts } from './texts.ts'

/** An answer without any model: the best facts with their dates, or the plain word that nothing is known. */
export function memoryAnswer(facts: readonly RecalledFact[], language: TextLanguage): string {
  const texts = agentTexts[language]
  if (facts.length === 0) return texts.nothingKnown
  const lines = facts.map((fact) => `- ${fact.text.replace(/\s+/gu, ' ')} ${texts.source(fact.createdAt.slice(0, 10))}`)
  return [texts.fromMemory, '', ...lines].join('\n')
}
