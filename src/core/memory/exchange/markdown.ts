import { END_LINE, writeLine } from './markdown-line.ts'
import { factItemSchema, FORMAT_VERSION, profileItemSchema, type Exchange, type FactItem } from './model.ts'
import type { ExchangeTexts } from './texts.ts'

type Labels = Readonly<Record<string, unknown>>

/** What an item has when its labels say nothing. */
const USUAL_FACT: Labels = factItemSchema.parse({ text: 'x' })
const {
  section: _section,
  audience: _audience,
  ...usualProfile
} = profileItemSchema.parse({ section: 'workContext', audience: 'local', text: 'x' })
const USUAL_PROFILE: Labels = usualProfile

/** Only what differs from the usual is written: a line stays readable. */
function unusual({ text: _text, ...labels }: Labels, usual: Labels): Labels {
  return Object.fromEntries(
    Object.entries(labels).filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(usual[name]))
  )
}

const isPast = (fact: FactItem): boolean => fact.status === 'superseded' || fact.status === 'retracted'

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${heading}`, '', ...lines]
}

/** A list that people can read and that comes back exactly. Order within the file is in the ids, so the sections are for the eye alone. */
export function writeMarkdown({ projects, profile, facts }: Exchange, texts: ExchangeTexts): string {
  const lines = (chosen: readonly FactItem[]): string[] => chosen.map((fact) => writeLine('hearth', fact.text, unusual(fact, USUAL_FACT)))
  return [
    `# ${texts.title}`,
    '',
    `<!-- hearth-memory {"version":${FORMAT_VERSION}} -->`,
    '',
    texts.about,
    ...section(
      texts.projects,
      projects.map(({ name, ...labels }) => writeLine('hearth-project', name, labels))
    ),
    ...section(
      texts.profile,
      profile.map((item) => writeLine('hearth-profile', item.text, unusual(item, USUAL_PROFILE)))
    ),
    ...section(texts.live, lines(facts.filter((fact) => fact.status === 'live'))),
    ...section(texts.proposed, lines(facts.filter((fact) => fact.status === 'proposed'))),
    ...section(texts.past, lines(facts.filter(isPast))),
    '',
    END_LINE,
    ''
  ].join('\n')
}
