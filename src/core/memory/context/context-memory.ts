import type { RecalledFact } from '../../../shared/model/memory.ts'
import type { Destination } from '../../../shared/model/privacy.ts'
import { strictest } from '../../../shared/privacy-order.ts'
import type { ChatMessage } from '../conversation/chat-message.ts'
import { memoryText, profileFits, withinBudget, MOST_FACTS } from './context-budget.ts'
import type { LongTermMemory } from '../long-term-memory.ts'
import type { TextLanguage } from '../memory-texts.ts'
import type { ProfileReader, ProfileText } from '../profile/profile-text.ts'

export interface ContextMemoryOptions {
  readonly longTerm: LongTermMemory
  /** Absent: no profile. */
  readonly profile?: ProfileReader
  /** `tool`: profile only, the model searches by itself. */
  readonly loading?: 'auto' | 'tool'
  /** Facts in a context at the most. */
  readonly recallLimit: number
  /** Where the context goes: private facts only for `local`. */
  readonly audience: Destination
  readonly conversationId: string | null
  readonly projectId: string | null
  readonly language: TextLanguage
  /** False: neither facts nor profile are read. */
  readonly enabled: boolean
  /** True when one of the texts holds a protected value; such a text goes to no remote turn. */
  readonly holdsPrivate?: (texts: readonly string[]) => boolean
}

/** What one turn is given of long-term memory: profile, corrections, facts, each within its budget. Borrowed for a call, never stored. */
export class ContextMemory {
  readonly #options: ContextMemoryOptions
  readonly #leftOut = new Set<string>()

  constructor(options: ContextMemoryOptions) {
    this.#options = options
  }

  /** This fact stands in the message itself: the turn is not told it again. */
  leaveOut(factId: string): void {
    this.#leftOut.add(factId)
  }

  /** Facts for a query, best first. */
  async recall(query: string, limit: number): Promise<RecalledFact[]> {
    const { enabled, longTerm, audience, projectId, conversationId } = this.#options
    if (!enabled) return []
    const facts = await longTerm.recall(query, { limit, audience, projectId, threadId: conversationId })
    return facts.filter((fact) => !this.#leftOut.has(fact.factId) && this.#sayable(fact.text))
  }

  /** The facts that a context for this query carries, in the order in which it names them. None in `tool` loading. */
  async factsFor(query: string): Promise<RecalledFact[]> {
    const { loading = 'auto', recallLimit, language } = this.#options
    if (loading === 'tool') return []
    const most = Math.min(MOST_FACTS, recallLimit)
    // One more for each that is left out, so that the places are filled.
    const { corrections, facts } = withinBudget(await this.recall(query, most + this.#leftOut.size), most, language)
    return [...corrections, ...facts]
  }

  /** The message that carries profile and facts, or null when there is nothing to carry. */
  message(recalled: readonly RecalledFact[]): ChatMessage | null {
    const { longTerm, audience, language, recallLimit } = this.#options
    // Between two rounds of a turn a fact may have been forgotten, or made private.
    const still = longTerm.stillGiven(recalled, audience).filter((fact) => this.#sayable(fact.text))
    const given = withinBudget(still, recallLimit, language)
    const profile = this.#profile()
    const sections = profileFits(profile, language) ? profile : []
    const content = memoryText(sections, given, language)
    if (content === '') return null
    const labels = [...given.corrections, ...given.facts, ...sections].map((one) => one.privacy)
    return { id: 'memory', role: 'user', kind: 'memory', content, privacy: strictest(labels), origin: 'memory' }
  }

  /** What the person should know of the profile in this turn, and the facts that stand behind its text. */
  profile(): { readonly tooLong: boolean; readonly factIds: readonly string[] } {
    const sections = this.#profile()
    const tooLong = !profileFits(sections, this.#options.language)
    return { tooLong, factIds: tooLong ? [] : [...new Set(sections.flatMap((section) => section.factIds))] }
  }

  #profile(): readonly ProfileText[] {
    const { enabled, profile, audience } = this.#options
    return enabled && profile !== undefined ? profile.read(audience, this.#leftOut).filter(({ text }) => text.trim() !== '') : []
  }

  #sayable(text: string): boolean {
    const { audience, holdsPrivate } = this.#options
    return audience === 'local' || holdsPrivate === undefined || !holdsPrivate([text])
  }
}
