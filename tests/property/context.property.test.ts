import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factCategorySchema, factSourceSchema, profileSectionNameSchema, type RecalledFact } from '../../src/shared/model/memory.ts'
import { privacySchema } from '../../src/shared/model/privacy.ts'
import { countTokens } from '../../src/core/kernel/tokens.ts'
import { CONTEXT_BUDGET, memoryText, MOST_FACTS, profileFits, withinBudget } from '../../src/core/memory/context/context-budget.ts'
import { correctionsBlock, factsBlock, profileBlock, type TextLanguage } from '../../src/core/memory/memory-texts.ts'
import { composeSection } from '../../src/core/memory/profile/compose-profile.ts'
import type { ProfileFact } from '../../src/core/memory/profile/profile-facts.ts'
import { PROFILE_SECTIONS, type ProfileText } from '../../src/core/memory/profile/profile-text.ts'

// What a turn is given of memory stays within its budgets whatever is known (SEED C5, C9).
// Faults that were planted and found: headings not counted; each fact measured alone, so that the queue goes on behind one that does not fit; a profile let
// in at 600 tokens; a composed section without a limit of its own.

const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
  fc.integer({ min: 1, max: 2_000 }).map((length) => '记'.repeat(length)),
  fc.integer({ min: 1, max: 3_000 }).map((length) => 'tea and '.repeat(length / 8 + 1)),
  fc.constantFrom('我叫小明喜欢蓝色', '请用中文回答', 'I live in Linz\nand work as a teacher')
)
const language = fc.constantFrom<TextLanguage>('zh', 'en')
const category = fc.option(fc.constantFrom(...factCategorySchema.options), { nil: null })
const fact: fc.Arbitrary<RecalledFact> = fc.record({
  factId: fc.uuid(),
  text: words,
  score: fc.double({ min: 0, max: 2, noNaN: true }),
  privacy: fc.constantFrom(...privacySchema.options),
  category,
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  pinned: fc.boolean(),
  source: fc.constantFrom(...factSourceSchema.options),
  createdAt: fc.constant('2026-05-03T10:00:00.000Z'),
  validFrom: fc.constant('2026-05-03T10:00:00.000Z')
})
const section: fc.Arbitrary<ProfileText> = fc.record({
  section: fc.constantFrom(...profileSectionNameSchema.options),
  text: words,
  edited: fc.boolean(),
  factIds: fc.constant([]),
  messageIds: fc.constant([]),
  privacy: fc.constantFrom(...privacySchema.options),
  updatedAt: fc.constant(null)
})
const isPrefix = (part: readonly RecalledFact[], whole: readonly RecalledFact[]): boolean =>
  part.every((one, index) => one === whole[index])

test('for any facts and any profile, the finished text stays within its budgets, and nothing in it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fact, { maxLength: 30 }),
      fc.array(section, { maxLength: 4 }),
      fc.integer({ min: 1, max: 20 }),
      language,
      (recalled, profile, limit, lang) => {
        const given = withinBudget(recalled, limit, lang)
        const { corrections, facts } = given
        expect(corrections.length + facts.length).toBeLessThanOrEqual(Math.min(MOST_FACTS, limit))
        if (corrections.length > 0) expect(countTokens(correctionsBlock(corrections, lang))).toBeLessThanOrEqual(CONTEXT_BUDGET.corrections)
        if (facts.length > 0) expect(countTokens(factsBlock(facts, lang))).toBeLessThanOrEqual(CONTEXT_BUDGET.facts)
        const sections = profileFits(profile, lang) ? profile : []
        if (sections.length > 0) expect(countTokens(profileBlock(sections, lang))).toBeLessThanOrEqual(CONTEXT_BUDGET.profile)
        const text = memoryText(sections, given, lang)
        const whole = CONTEXT_BUDGET.profile + CONTEXT_BUDGET.corrections + CONTEXT_BUDGET.facts
        expect(countTokens(text)).toBeLessThanOrEqual(whole)
        for (const one of [...corrections, ...facts]) expect(text).toContain(`- ${one.text.replace(/\s+/gu, ' ').trim()}`)
        // A fact that does not fit ends its queue: what is given is the front of it.
        expect(
          isPrefix(
            corrections,
            recalled.filter((one) => one.category === 'correction')
          )
        ).toBe(true)
        expect(
          isPrefix(
            facts,
            recalled.filter((one) => one.category !== 'correction')
          )
        ).toBe(true)
      }
    )
  )
})

const profileFact: fc.Arbitrary<ProfileFact> = fc.record({
  rowid: fc.nat(),
  id: fc.uuid(),
  text: words.map((text) => text.slice(0, 300)),
  key: fc.option(fc.constantFrom('name', 'city', 'job', 'response_language', 'answer_style', 'pet'), { nil: null }),
  category,
  privacy: fc.constantFrom(...privacySchema.options),
  pinned: fc.integer({ min: 0, max: 1 }),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  created_at: fc.nat(),
  updated_at: fc.nat()
})

test('for any facts, a profile that is composed from them fits its room', () => {
  fc.assert(
    fc.property(fc.array(profileFact, { maxLength: 60 }), language, (facts, lang) => {
      const sections = PROFILE_SECTIONS.map((name) => composeSection(facts, name))
      expect(profileFits(sections, lang)).toBe(true)
    })
  )
})
