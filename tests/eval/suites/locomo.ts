import { ablations } from '../ablations.ts'
import { foreignFile, readJson } from '../data.ts'
import type { Measurement } from '../measurement.ts'
import { rank, scoreRanked, tellMisses, type LabelledQuestion, type Ranked } from '../ranked.ts'
import { openStore, said } from '../store.ts'
import type { Suite, SuiteContext } from '../suite.ts'

interface Turn {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
}

interface Question {
  readonly question: string
  readonly category: number
  readonly evidence?: readonly string[]
}

interface Dialogue {
  readonly conversation: Readonly<Record<string, unknown>>
  readonly qa: readonly Question[]
}

interface Correction {
  readonly question_id: string
  readonly correct_evidence: readonly string[]
}

interface Session {
  readonly name: string
  /** ISO. */
  readonly at: string
  readonly turns: readonly Turn[]
}

const TYPES: Readonly<Record<number, string>> = { 1: 'multi-hop', 2: 'temporal', 3: 'open-domain', 4: 'single-hop', 5: 'adversarial' }
const DATE = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)$/u

/** `1:56 pm on 8 May, 2023`, taken as UTC. */
function isoOf(text: string): string {
  const match = DATE.exec(text)
  if (match === null) throw new Error(`not a date of LoCoMo: ${text}`)
  const [, hour = '', minute = '', half, day = '', month = '', year = ''] = match
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  const midnight = Date.parse(`${day} ${month} ${year} 00:00 UTC`)
  return new Date(midnight + (hours * 60 + Number(minute)) * 60_000).toISOString()
}

function sessionsOf({ conversation }: Dialogue): Session[] {
  return Object.entries(conversation)
    .filter(([name, turns]) => /^session_\d+$/u.test(name) && Array.isArray(turns))
    .map(([name, turns]) => ({ name, at: isoOf(String(conversation[`${name}_date_time`])), turns: turns as Turn[] }))
}

const lineOf = (turn: Turn): string => `${turn.speaker} said, "${turn.text}"`

interface Item {
  readonly text: string
  readonly at: string
  /** Ids that questions name as evidence, all answered by this item. */
  readonly id: string
}

interface Units {
  readonly suite: string
  readonly itemsOf: (session: Session) => readonly Item[]
  /** The item that holds a turn. */
  readonly itemOfTurn: (session: Session, turn: Turn) => string
}

const units: readonly Units[] = [
  {
    suite: 'locomo-turns',
    itemsOf: (session) => session.turns.map((turn) => ({ text: lineOf(turn), at: session.at, id: turn.dia_id })),
    itemOfTurn: (_session, turn) => turn.dia_id
  },
  {
    suite: 'locomo-sessions',
    itemsOf: (session) => [{ text: session.turns.map(lineOf).join('\n'), at: session.at, id: session.name }],
    itemOfTurn: (session) => session.name
  }
]

/** Evidence that does not exist in the conversation is left out, and with it a question that has no other. */
function questionsOf(
  dialogue: Dialogue,
  index: number,
  corrections: ReadonlyMap<string, readonly string[]>,
  unit: Units
): LabelledQuestion[] {
  const itemOf = new Map(
    sessionsOf(dialogue).flatMap((session) => session.turns.map((turn) => [turn.dia_id, unit.itemOfTurn(session, turn)]))
  )
  return dialogue.qa.flatMap((qa, position) => {
    const id = `locomo_${index}_qa${position}`
    const evidence = corrections.get(id) ?? qa.evidence ?? []
    const wanted = new Set(evidence.flatMap((turn) => itemOf.get(turn) ?? []))
    return wanted.size === 0 ? [] : [{ id, language: 'en' as const, type: TYPES[qa.category] ?? 'other', query: qa.question, wanted }]
  })
}

async function measure(context: SuiteContext, dialogues: readonly Dialogue[], unit: Units): Promise<Measurement[]> {
  const corrections = new Map(
    readJson<Correction[]>(foreignFile('locomo-dev', 'corrections.json')).map((one) => [one.question_id, one.correct_evidence])
  )
  const ranked = new Map<string, Ranked[]>(ablations.map(({ name }) => [name, []]))
  for (const [index, dialogue] of dialogues.entries()) {
    const sessions = sessionsOf(dialogue)
    const items = sessions.flatMap(unit.itemsOf)
    const last = sessions
      .map((session) => session.at)
      .toSorted()
      .at(-1)
    const store = await openStore(context.embedder, last ?? '')
    const factIds = await store.add(items.map((item) => said(item.text, item.at)))
    const itemsOf = new Map<string, string[]>()
    items.forEach((item, position) => {
      const factId = factIds[position] ?? ''
      itemsOf.set(factId, [...(itemsOf.get(factId) ?? []), item.id])
    })
    const questions = questionsOf(dialogue, index, corrections, unit)
    for (const ablation of ablations) ranked.get(ablation.name)?.push(...(await rank(store, itemsOf, questions, 10, ablation)))
    await store.close()
  }
  return [...ranked].flatMap(([name, answers]) => {
    tellMisses(context, unit.suite, name, answers, 10)
    return scoreRanked(unit.suite, name, answers, [5, 10])
  })
}

/** Three conversations of LoCoMo: is the turn, and is the session, found that answers a question? */
export const locomo: Suite = async (context) => {
  const dialogues = readJson<Dialogue[]>(foreignFile('locomo-dev', 'locomo-dev.json'))
  const measured: Measurement[] = []
  for (const unit of units) measured.push(...(await measure(context, dialogues, unit)))
  return measured
}
