import * as z from 'zod'
import { profileSectionNameSchema, PROFILE_TEXT_MAX, type ProfileSectionName } from '../../../shared/model/memory.ts'
import { countTokens } from '../../kernel/tokens.ts'
import { passesProfileGate } from '../extraction/decide.ts'
import { valuesIn } from '../extraction/parse-reply.ts'
import { lineOf } from './compose-profile.ts'
import type { ProfileMaterial } from './profile-material.ts'
import { SECTION_TOKENS } from './profile-text.ts'

const answerSchema = z.object({ sections: z.array(z.unknown()) })
const namedSchema = z.object({ section: profileSectionNameSchema })
const sectionSchema = namedSchema.extend({
  text: z.string(),
  sources: z.array(z.string()),
  scope: z.string(),
  authority: z.string()
})

export interface WrittenSection {
  readonly section: ProfileSectionName
  readonly text: string
  readonly factIds: readonly string[]
  readonly messageIds: readonly string[]
}

export interface ProfileAnswer {
  readonly written: readonly WrittenSection[]
  /** Sections that the answer names at all; the others are to stay as they are. */
  readonly named: ReadonlySet<ProfileSectionName>
}

/** The form of an answer, for providers that take one. */
export const PROFILE_SCHEMA: Readonly<Record<string, unknown>> = {
  type: 'object',
  additionalProperties: false,
  required: ['reasoning', 'sections'],
  properties: {
    reasoning: { type: 'string' },
    sections: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['section', 'text', 'sources', 'scope', 'authority'],
        properties: {
          section: { type: 'string', enum: [...profileSectionNameSchema.options] },
          text: { type: 'string' },
          sources: { type: 'array', items: { type: 'string' } },
          scope: { type: 'string', enum: ['user', 'thread', 'project'] },
          authority: { type: 'string', enum: ['descriptive', 'transactional'] }
        }
      }
    }
  }
}

/** The object of an answer that lists sections; it may stand in a fence or between sentences. */
function listIn(answer: string): z.infer<typeof answerSchema> | null {
  for (const value of valuesIn(answer)) {
    const parsed = answerSchema.safeParse(value)
    if (parsed.success) return parsed.data
  }
  return null
}

function writtenSection(raw: unknown, ids: ProfileMaterial['ids']): WrittenSection | null {
  const parsed = sectionSchema.safeParse(raw)
  if (!parsed.success) return null
  const { section, scope, authority } = parsed.data
  const text = lineOf(parsed.data.text.toWellFormed())
  // Nothing is said of anyone by an empty text, so it needs no source.
  if (text === '') return { section, text, factIds: [], messageIds: [] }
  if (text.length > PROFILE_TEXT_MAX || countTokens(text) > SECTION_TOKENS) return null
  const sources = [...new Set(parsed.data.sources)].flatMap((id) => ids.get(id) ?? [])
  if (!passesProfileGate({ text, scope, authority, sources: sources.map(({ id }) => id) })) return null
  const idsOf = (wanted: 'fact' | 'message'): string[] => sources.flatMap(({ id, kind }) => (kind === wanted ? [id] : []))
  return { section, text, factIds: idsOf('fact'), messageIds: idsOf('message') }
}

/** The sections of a model's answer that pass the gate; one that does not falls out by itself. Null when the answer is no such object at all. */
export function readProfileAnswer(answer: string, ids: ProfileMaterial['ids']): ProfileAnswer | null {
  const list = listIn(answer)
  if (list === null) return null
  const written = list.sections.flatMap((raw) => writtenSection(raw, ids) ?? [])
  const named = list.sections.flatMap((raw) => {
    const name = namedSchema.safeParse(raw)
    return name.success ? [name.data.section] : []
  })
  return { written: [...new Map(written.map((one) => [one.section, one])).values()], named: new Set(named) }
}
