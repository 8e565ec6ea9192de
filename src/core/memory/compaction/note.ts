import { countTokens } from '../../kernel/tokens.ts'
import type { TextLanguage } from '../memory-texts.ts'

/** The hand-over note of a compaction (SEED D4): goal and constraints, findings and decisions, where things are, what comes next. */
export interface Note {
  readonly intent: string
  readonly done: string
  readonly artifacts: string
  readonly next: string
}

type Section = keyof Note
const SECTIONS: readonly Section[] = ['intent', 'done', 'artifacts', 'next']

export const NOTE_HEADINGS: Readonly<Record<TextLanguage, Readonly<Record<Section, string>>>> = {
  zh: { intent: '会话意图', done: '已知与已做', artifacts: '产物', next: '下一步' },
  en: { intent: 'Session intent', done: 'Known and done', artifacts: 'Artifacts', next: 'Next steps' }
}

export const NOTHING: Readonly<Record<TextLanguage, string>> = { zh: '无', en: 'none' }
const VERBATIM: Readonly<Record<TextLanguage, string>> = { zh: '照抄：', en: 'Verbatim: ' }

/** What models call the sections instead; taken only from lines that are marked as headings or stand alone. */
const OTHER_NAMES: Readonly<Record<Section, string>> = {
  intent: 'intent|goal|意图|目标',
  done: 'summary|what is known and done|known & done|progress|findings|已知和已做|已知|总结|摘要|进展',
  artifacts: 'artifact|成果|工件|资料',
  next: 'next step|next|下一步计划|后续|后续步骤'
}

const ownNames = (section: Section): string => `${NOTE_HEADINGS.zh[section]}|${NOTE_HEADINGS.en[section]}`
const NUMBER = '(?:\\d{1,2}[.)、]|[一二三四][、.])?'
const LINES = SECTIONS.map((section) => {
  const names = `(?:${ownNames(section)}|${OTHER_NAMES[section]})(?![\\p{L}\\p{N}])`
  return {
    section,
    /** `Artifacts: none` without any mark, by our own names alone. */
    inline: new RegExp(`^\\s*${NUMBER}\\s*(?:${ownNames(section)})\\s*[:：]\\s*(.*)$`, 'iu'),
    /** `## 2. Next steps`, `**产物**：…`, `【下一步】` */
    marked: new RegExp(`^\\s*(?:#{1,6}|\\*\\*|__|【)\\s*${NUMBER}\\s*${names}\\s*[:：]?\\s*(?:\\*\\*|__|】)?\\s*[:：]?\\s*(.*)$`, 'iu'),
    alone: new RegExp(`^\\s*${NUMBER}\\s*${names}\\s*[:：]?\\s*()$`, 'iu')
  }
})

function headingIn(line: string): { readonly section: Section; readonly rest: string } | null {
  for (const { section, inline, marked, alone } of LINES) {
    const found = marked.exec(line) ?? inline.exec(line) ?? alone.exec(line)
    if (found !== null) return { section, rest: found[1] ?? '' }
  }
  return null
}

const EMPTY: Note = { intent: '', done: '', artifacts: '', next: '' }
const isNothing = (text: string): boolean => /^[-*\s（(]*(无|没有|none|nothing|n\/a)?[）)。.\s]*$/iu.test(text)
const tidy = (text: string): string => (isNothing(text) ? '' : text.trim())

/** The sections of a model's answer, or null when fewer than two of the headings are there. What stands before the first is kept as known. */
export function readNote(text: string): Note | null {
  const lines = text.replace(/^\s*```\w*\n([\s\S]*?)\n?```\s*$/u, '$1').split('\n')
  const found = new Set<Section>()
  const note: Record<Section, string> = { ...EMPTY }
  let section: Section = 'done'
  for (const line of lines) {
    const heading = headingIn(line)
    if (heading !== null) {
      section = heading.section
      found.add(section)
    }
    note[section] += `${heading === null ? line : heading.rest}\n`
  }
  if (found.size < 2) return null
  return { intent: tidy(note.intent), done: tidy(note.done), artifacts: tidy(note.artifacts), next: tidy(note.next) }
}

/** An answer without sections: all of it is what is known. */
export function plainNote(text: string): Note {
  return { ...EMPTY, done: text.trim() }
}

/** The note as it is stored and shown: four headings, "none" where nothing is. */
export function noteText(note: Note, language: TextLanguage): string {
  return SECTIONS.map(
    (section) => `## ${NOTE_HEADINGS[language][section]}\n${note[section] === '' ? NOTHING[language] : note[section]}`
  ).join('\n')
}

const URLS = /https?:\/\/[^\s<>"'`，。；、）】」)\]]+/gu
const PATHS = /(?:~|\.{1,2}|\b[A-Za-z]:)?(?:[/\\][\w.@-]+){2,}|\b[\w@.-]+(?:\/[\w@.-]+)*\/[\w@-]+\.\w{1,8}\b/gu
const CODES = /\b[A-Z]{2,}[A-Z0-9]*(?:[_-][A-Z0-9]+)+\b|#\d{2,}\b/gu
const IDS = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{6,80}(?![\w-])/gu

/**
 * What nobody can guess again once it is lost: addresses, paths, error codes, ids of letters and digits. Plain numbers are left out: there are too
 * many of them, and they mean nothing out of their sentence.
 */
export function exactTokens(text: string): string[] {
  const found = [URLS, PATHS, CODES, IDS].flatMap((pattern) => text.match(pattern) ?? [])
  const distinct = [...new Set(found.map((token) => token.replace(/[.,:;]+$/u, '')))]
  return distinct.filter((token) => !distinct.some((other) => other !== token && other.includes(token)))
}

const MOST_CARRIED = 12
const LONGEST_CARRIED = 120

/**
 * Puts exact tokens that an answer dropped under its artifacts, the newest first, as many as fit.
 * @param sources texts that they are taken from, the newest first
 * @param limit tokens that the whole note may have
 */
export function carryOver(note: Note, sources: readonly string[], limit: number, language: TextLanguage): Note {
  const whole = noteText(note, language)
  const distinct = new Set(sources.flatMap(exactTokens))
  const lost = [...distinct].filter((token) => token.length <= LONGEST_CARRIED && !whole.includes(token))
  let carried = note
  const taken: string[] = []
  for (const token of lost.slice(0, MOST_CARRIED)) {
    const line = `${VERBATIM[language]}${[...taken, token].join(' · ')}`
    const next = { ...note, artifacts: note.artifacts === '' ? line : `${note.artifacts}\n${line}` }
    if (countTokens(noteText(next, language)) > limit) break
    taken.push(token)
    carried = next
  }
  return carried
}
