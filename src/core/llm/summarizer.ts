import { AppError } from '../kernel/app-error.ts'
import { countTokens } from '../kernel/tokens.ts'
import type { Summarizer } from '../memory/compaction/write-note.ts'
import { summarize, summaryFrame } from './chat.ts'
import type { LlmPort } from './llm-port.ts'

/** Share of the window that a summarising call may fill: estimates of tokens are estimates. */
const INPUT_SHARE = 0.85

/** A model as the writer of notes that memory asks for. */
export function noteWriter(
  port: LlmPort,
  run: {
    readonly language: 'zh' | 'en'
    readonly conversationId: string
    readonly turnId: string | null
    /** Tokens that the note may have. */
    readonly noteTokens: number
  }
): Summarizer {
  return {
    inputLimit: Math.floor(port.contextWindow * INPUT_SHARE) - run.noteTokens - countTokens(summaryFrame(run)),
    summarize: async (text, signal, again = false) => {
      const result = await summarize(port, text, { ...run, again }, signal)
      if (!result.ok) throw new AppError(result.error.code, result.error.message, result.error.data)
      return result.value
    }
  }
}
