import type { Destination } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { toErrorData } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { TextLanguage } from '../memory-texts.ts'
import { cjkShare } from '../text/segment.ts'
import type { Profile } from './profile.ts'
import { MOST_MESSAGES, profileMaterial, profileMessages, type ProfileMaterial } from './profile-material.ts'
import { PROFILE_INSTRUCTION } from './profile-texts.ts'
import { readProfileAnswer, type ProfileAnswer } from './read-profile-answer.ts'

/** The model that rewrites the profile; memory asks for this, not for a provider. */
export interface ProfileModel {
  readonly destination: Destination
  /** Tokens of data that fit one request. */
  readonly inputTokens: number
  /** Null when it failed. */
  write(
    prompt: { readonly instruction: string; readonly data: string },
    run: { readonly conversationId: string; readonly factIds: readonly string[] },
    signal: AbortSignal
  ): Promise<string | null>
}

/** What extraction has read and learned from. */
export interface Learned {
  readonly conversationId: string
  readonly messageIds: readonly string[]
}

export interface ProfileWriterPorts {
  readonly db: Db
  readonly profile: Profile
  readonly clock: Clock
  readonly logger: Logger
  /** Null: no model, or the person does not want the profile written. */
  readonly model: () => Promise<ProfileModel | null>
  /** `auto`: the language of what is read. */
  readonly language: () => TextLanguage | 'auto'
  readonly holdsPrivate: (texts: readonly string[]) => boolean
  readonly onChange: () => void
  /** Milliseconds after the last thing learned. */
  readonly delayMs?: number
}

const DELAY_MS = 4_000
/** Ids that a text may go back to. Beyond them it is written anew from what is known now, so that nothing has to be remembered for ever. */
const MOST_GIVEN = 1_000
/** A text that gives less than this of its letters to Chinese is written in English. */
const CHINESE_SHARE = 0.3

/** Rewrites the profile a moment after something was learned, one rewriting at a time. */
export class ProfileWriter {
  readonly #ports: ProfileWriterPorts
  readonly #stop = new AbortController()
  #waiting: Learned | null = null
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(ports: ProfileWriterPorts) {
    this.#ports = ports
  }

  /** Extraction stored or changed facts from these messages. */
  learned(learned: Learned): void {
    if (this.#stop.signal.aborted) return
    const messageIds = [...new Set([...(this.#waiting?.messageIds ?? []), ...learned.messageIds])].slice(-MOST_MESSAGES)
    this.#waiting = { conversationId: learned.conversationId, messageIds }
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), this.#ports.delayMs ?? DELAY_MS)
    this.#timer.unref()
  }

  /** Rewrites now what waits to be rewritten. Never rejects. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#running = this.#running.then(() => this.#rewriteWaiting())
    return this.#running
  }

  async close(): Promise<void> {
    this.#stop.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    await this.#running
  }

  async #rewriteWaiting(): Promise<void> {
    const learned = this.#waiting
    this.#waiting = null
    if (learned === null || this.#stop.signal.aborted) return
    try {
      const model = await this.#ports.model()
      if (model === null) return
      const done = await this.#rewrite(model, 'remote', learned)
      if (model.destination === 'local' && done) await this.#rewrite(model, 'local', learned)
    } catch (cause) {
      this.#ports.logger.warn('profile.not-written', { code: toErrorData(cause).code })
    }
  }

  /** @returns false when the model failed or something was forgotten meanwhile: then everything stays as it is. */
  async #rewrite(model: ProfileModel, audience: Destination, { conversationId, messageIds }: Learned): Promise<boolean> {
    const { db, profile, clock, language } = this.#ports
    const readAt = clock.now()
    const before = profile.forgotten
    const messages = profileMessages(db, messageIds, audience).filter(({ content }) => this.#maySee(audience, content))
    const facts = profile.usableFacts(audience)
    if (audience === 'local' && ![...messages, ...facts].some((one) => one.privacy !== 'open')) {
      // Nothing here that the shared text may not say too.
      for (const row of profile.store.all()) if (row.audience === 'local' && !row.edited) profile.store.remove(row.section, 'local')
      return true
    }
    // Whether a remote model is asked must not depend on what stays here.
    if (messages.length === 0) return true
    const stored = profile.store.all().filter((row) => row.audience === audience && !row.edited && profile.store.holds(row))
    const anew = new Set(stored.flatMap((row) => row.givenIds)).size > MOST_GIVEN
    const shown = profile.read(audience).map((one) => (anew && one.updatedAt !== null && !one.edited ? { ...one, text: '' } : one))
    const material = profileMaterial(facts, messages, shown, anew ? [] : stored, model.inputTokens)
    const chosen = language()
    const told = chosen === 'auto' ? (cjkShare(messages.map(({ content }) => content).join(' ')) >= CHINESE_SHARE ? 'zh' : 'en') : chosen
    const prompt = { instruction: PROFILE_INSTRUCTION[told], data: material.text }
    const answer = await this.#ask(model, prompt, material, conversationId)
    if (answer === null || profile.forgotten !== before) return false
    this.#store(audience, answer, material, { readAt, anew })
    return true
  }

  /** Asks once more when the answer is no object of the kind that was asked for. */
  async #ask(
    model: ProfileModel,
    prompt: { readonly instruction: string; readonly data: string },
    material: ProfileMaterial,
    conversationId: string
  ): Promise<ProfileAnswer | null> {
    for (let attempt = 0; attempt < 2 && !this.#stop.signal.aborted; attempt += 1) {
      const text = await model.write(prompt, { conversationId, factIds: material.factIds }, this.#stop.signal)
      const answer = text === null ? null : readProfileAnswer(text, material.ids)
      if (text === null || answer !== null) return answer
    }
    return null
  }

  /** @param run `anew`: the model was not shown what was written before */
  #store(
    audience: Destination,
    { written, named }: ProfileAnswer,
    material: ProfileMaterial,
    run: { readonly readAt: number; readonly anew: boolean }
  ): void {
    const { db, profile, onChange } = this.#ports
    const { givenIds, privacy } = material
    const updatedAt = run.readAt
    transaction(db, () => {
      const all = profile.store.all()
      const edited = new Set(all.flatMap((row) => (row.edited ? [row.section] : [])))
      for (const section of written) {
        if (edited.has(section.section) || !this.#maySee(audience, section.text)) continue
        profile.store.put({ ...section, audience, edited: false, givenIds, privacy, updatedAt })
      }
      for (const row of all) {
        if (row.audience !== audience || row.edited || named.has(row.section)) continue
        // What the model has read again and left alone is as new as the rest.
        if (run.anew) profile.store.remove(row.section, audience)
        else if (profile.store.holds(row)) profile.store.put({ ...row, givenIds, privacy, updatedAt })
      }
    })
    onChange()
  }

  #maySee(audience: Destination, text: string): boolean {
    return audience === 'local' || !this.#ports.holdsPrivate([text])
  }
}
