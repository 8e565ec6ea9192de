import type { Result } from '../../../shared/model/errors.ts'
import type { Destination } from '../../../shared/model/privacy.ts'
import type { ExtractionPrompt } from './prompt.ts'
import { parseReply, type Reply } from './parse-reply.ts'
import { AppError, ok, fail } from '../../kernel/app-error.ts'

/** The model that proposes candidates; memory asks for this, not for a provider. */
export interface ExtractionModel {
  readonly destination: Destination
  /** Tokens of data that fit one request. */
  readonly inputTokens: number
  /** @param unread the model's first answer, when it could not be read. */
  propose(
    prompt: ExtractionPrompt,
    run: { readonly conversationId: string; readonly factIds: readonly string[]; readonly unread: string | null },
    signal: AbortSignal
  ): Promise<Result<string>>
}

/**
 * Candidates, unchecked. An answer that cannot be read, is empty or was cut short is asked for once more, with what was wrong; if it is cut
 * again, what is whole in it counts.
 */
export async function askForCandidates(
  model: ExtractionModel,
  prompt: ExtractionPrompt,
  run: { readonly conversationId: string; readonly factIds: readonly string[] },
  signal: AbortSignal
): Promise<Result<Reply>> {
  let unread: string | null = null
  let best: Reply | null = null
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await model.propose(prompt, { ...run, unread }, signal)
    if (!answer.ok) {
      if (answer.error.code === 'PROVIDER_BAD_REPLY' && attempt === 0) continue
      return best === null ? answer : ok(best)
    }
    const reply = parseReply(answer.value)
    if (reply !== null && !reply.cut) return ok(reply)
    if (reply !== null && reply.candidates.length >= (best?.candidates.length ?? 0)) best = reply
    unread = answer.value
  }
  if (best !== null) return ok(best)
  return fail(new AppError('PROVIDER_BAD_REPLY', 'No JSON in the answer', { hint: 'not-json' }))
}
