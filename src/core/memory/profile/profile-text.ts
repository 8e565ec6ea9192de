import type { ProfileSectionName } from '../../../shared/model/memory.ts'
import type { Destination, Privacy } from '../../../shared/model/privacy.ts'

/** In this order they are shown and sent. */
export const PROFILE_SECTIONS: readonly ProfileSectionName[] = ['workContext', 'personalContext', 'topOfMind', 'cognitiveStyle']

/** Tokens of one section that the product writes: four of them with their headings fit the profile's room. */
export const SECTION_TOKENS = 100

/** One section as an audience is given it. */
export interface ProfileText {
  readonly section: ProfileSectionName
  readonly text: string
  /** True when the person wrote it. */
  readonly edited: boolean
  readonly factIds: readonly string[]
  readonly messageIds: readonly string[]
  /** The strictest label of what it was made from. */
  readonly privacy: Privacy
  /** Milliseconds since the epoch; null for a text that is composed anew each time. */
  readonly updatedAt: number | null
}

/** Where a turn finds the profile. */
export interface ProfileReader {
  /** All sections for an audience. @param leftOut facts whose text must not be in it */
  read(audience: Destination, leftOut?: ReadonlySet<string>): readonly ProfileText[]
}
