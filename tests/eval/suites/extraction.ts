import { decideCandidate, type Decision } from '../../../src/core/memory/extraction/decide.ts'
import { extractByRules } from '../../../src/core/memory/extraction/rules.ts'
import { normalise } from '../../../src/core/memory/text/segment.ts'
import { foreignFile, lackOf, ownFile, readJsonLines } from '../data.ts'
import { summarise, type Line, type Measurement, type Scored } from '../measurement.ts'
import type { Suite, SuiteContext } from '../suite.ts'

type Outcome = 'stored' | 'project' | 'refused' | 'proposed'

/** See `extraction/README.md`. The labels that are absent are those that the model left out. */
interface OwnCandidate {
  readonly content: string
  readonly category: string
  readonly key?: string
  readonly scope?: string
  readonly durability?: string
  readonly authority?: string
  readonly confidence?: number
  readonly message: string
  readonly quote: string
  readonly decision: readonly Outcome[]
}

interface OwnText {
  readonly id: string
  readonly language: 'en' | 'zh'
  readonly kind: string
  readonly text: string
  readonly facts: readonly string[]
  readonly candidates: readonly OwnCandidate[]
}

const where = { suite: 'extraction', ablation: 'product' }

/** How the rules do on one text: a value per wanted fact (recall) and per found one (precision). */
function scoreRules(
  language: 'en' | 'zh',
  type: string,
  found: readonly string[],
  isWanted: readonly ((fact: string) => boolean)[]
): Scored[] {
  return [
    ...isWanted.map((wanted) => ({ language, type, values: { 'rules, recall': Number(found.some(wanted)) } })),
    ...found.map((fact) => ({ language, type, values: { 'rules, precision': Number(isWanted.some((wanted) => wanted(fact))) } })),
    ...(isWanted.length === 0 ? [{ language, type, values: { 'rules, rightly silent': Number(found.length === 0) } }] : [])
  ]
}

function outcomeOf(decision: Decision): Outcome {
  switch (decision.outcome) {
    case 'refused':
      return 'refused'
    case 'propose':
      return 'proposed'
    case 'store':
      return decision.fact.namespace.scope === 'project' ? 'project' : 'stored'
  }
}

function judge(text: OwnText, candidate: OwnCandidate): Outcome {
  const { message, quote, decision: _decision, ...labels } = candidate
  return outcomeOf(
    decideCandidate(
      { ...labels, evidenceMessageId: message, evidenceText: quote },
      {
        messages: [{ id: 'm1', content: text.text, privacy: 'open', at: Date.UTC(2026, 0, 15), foreign: false }],
        projectId: 'project',
        by: 'model'
      }
    )
  )
}

function measureOwn(context: SuiteContext): Measurement[] {
  const texts = readJsonLines<OwnText>(ownFile('extraction', 'own.jsonl'))
  const scored = texts.flatMap((text): Scored[] => {
    const found = extractByRules(text.text).map((candidate) => normalise(candidate.content))
    const rules = scoreRules(
      text.language,
      text.kind,
      found,
      text.facts.map((words) => (fact: string) => fact.includes(normalise(words)))
    )
    const gate = text.candidates.map((candidate) => {
      const outcome = judge(text, candidate)
      const right = candidate.decision.includes(outcome)
      if (!right)
        context.miss({ suite: 'extraction', id: text.id, text: text.text, content: candidate.content, outcome, want: candidate.decision })
      return { language: text.language, type: text.kind, values: { 'gate, right decisions': Number(right) } }
    })
    if (rules.some((one) => Object.values(one.values).includes(0)))
      context.miss({ suite: 'extraction', id: text.id, text: text.text, found, want: text.facts })
    return [...rules, ...gate]
  })
  return summarise(where, scored)
}

const wordsOf = (text: string): string[] => normalise(text).match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** Half of the words of a label, at least, stand in a fact that was found. */
function says(label: string): (fact: string) => boolean {
  const words = [...new Set(wordsOf(label))]
  return (fact) => {
    const found = new Set(wordsOf(fact))
    return words.filter((word) => found.has(word)).length * 2 >= words.length
  }
}

/** Notes of an agent about other people: what the rules, made for people who speak of themselves, find there. The labels are English only. */
function measureNotes(): Measurement[] {
  const labels = readJsonLines<{ id: string; memories: readonly { type: string; content: string }[] }>(
    foreignFile('extraction', 'labels.jsonl')
  )
  const english = readJsonLines<{ id: string; text: string }>(foreignFile('extraction', 'dataset.jsonl'))
  const chinese = readJsonLines<{ id: string; text: string }>(foreignFile('extraction', 'dataset.zh.jsonl'))
  const scored = english.flatMap(({ id, text }) => {
    const found = extractByRules(text).map((candidate) => normalise(candidate.content))
    const memories = labels.find((label) => label.id === id)?.memories ?? []
    const wanted = memories.map((memory) => says(memory.content))
    return scoreRules('en', 'note', found, wanted)
  })
  const silent = [
    ...english.map(({ text }) => ({ language: 'en' as const, text })),
    ...chinese.map(({ text }) => ({ language: 'zh' as const, text }))
  ].map(({ language, text }) => ({
    language,
    type: 'note',
    values: { 'rules, texts that gave something': Number(extractByRules(text).length > 0) }
  }))
  return summarise({ suite: 'extraction-notes', ablation: 'product' }, [...scored, ...silent])
}

/** What the rules find in what people write, and what the gate makes of good and bad candidates. */
export const extraction: Suite = async (context) => {
  const own: Line[] = measureOwn(context)
  const lack = lackOf('extraction', 'labels.jsonl')
  return lack === null ? [...own, ...measureNotes()] : [...own, { suite: 'extraction-notes', skipped: lack }]
}
