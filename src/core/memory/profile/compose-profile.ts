import type { ProfileSectionName } from '../../../shared/model/memory.ts'
import { strictest } from '../../../shared/privacy-order.ts'
import { countTokens } from '../../kernel/tokens.ts'
import { passesProfileGate } from '../extraction/decide.ts'
import { kindOf, mostOfKind, rankOf, sectionOfKind, type FactKind } from './identity.ts'
import type { ProfileFact } from './profile-facts.ts'
import { SECTION_TOKENS, type ProfileText } from './profile-text.ts'

interface Sorted {
  readonly fact: ProfileFact
  readonly kind: FactKind
}

/** Judged once per fact that was read: a turn reads the profile several times. */
const judged = new WeakMap<ProfileFact, FactKind | null>()

function judge(fact: ProfileFact): FactKind | null {
  const kind = kindOf(fact)
  const claim = { text: fact.text, scope: 'user', authority: 'descriptive', sources: [fact.id] }
  return kind !== null && passesProfileGate(claim) ? kind : null
}

function kindIn(fact: ProfileFact): FactKind | null {
  const known = judged.get(fact)
  if (known !== undefined) return known
  const kind = judge(fact)
  judged.set(fact, kind)
  return kind
}

/** Identity first; of one kind the pinned, then the newest. */
function inOrder(facts: readonly ProfileFact[]): Sorted[] {
  return facts
    .flatMap((fact) => {
      const kind = kindIn(fact)
      return kind === null ? [] : [{ fact, kind }]
    })
    .sort(
      (one, other) =>
        rankOf(one.kind) - rankOf(other.kind) ||
        other.fact.pinned - one.fact.pinned ||
        other.fact.created_at - one.fact.created_at ||
        other.fact.rowid - one.fact.rowid
    )
}

export const lineOf = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Lines that fit a section; the first that does not ends it. @param before what stands in the section already */
export function linesThatFit(
  facts: readonly ProfileFact[],
  before = ''
): { readonly text: string; readonly facts: readonly ProfileFact[] } {
  let text = before
  const taken: ProfileFact[] = []
  for (const fact of facts) {
    const longer = text === '' ? lineOf(fact.text) : `${text}\n${lineOf(fact.text)}`
    if (countTokens(longer) > SECTION_TOKENS) break
    text = longer
    taken.push(fact)
  }
  return { text, facts: taken }
}

/** The facts of one section, the most important first. */
export function factsOfSection(facts: readonly ProfileFact[], section: ProfileSectionName): ProfileFact[] {
  const counts = new Map<FactKind, number>()
  return inOrder(facts).flatMap(({ fact, kind }) => {
    if (sectionOfKind[kind] !== section) return []
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count > mostOfKind[kind] ? [] : [fact]
  })
}

/** A section from facts alone, without any model: the facts' own words, a line each. */
export function composeSection(facts: readonly ProfileFact[], section: ProfileSectionName): ProfileText {
  const { text, facts: taken } = linesThatFit(factsOfSection(facts, section))
  return {
    section,
    text,
    edited: false,
    factIds: taken.map((fact) => fact.id),
    messageIds: [],
    privacy: strictest(taken.map((fact) => fact.privacy)),
    updatedAt: null
  }
}
