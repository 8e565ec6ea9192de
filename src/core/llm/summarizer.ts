import type { Summarizer } from '../memory/compress.ts'
import { summarize } from './chat.ts'
import type { LlmPort } from './llm-port.ts'

/** Characters per token that a summarizing call is sure to read, after room for instruction and answer. */
const CHARACTERS_PER_TOKEN = 0.6

/** The conversation's own model as the summarizer that memory asks for. */
export function languageSummarizer(
  port: LlmPort,
  run: { readonly language: 'zh' | 'en'; readonly conversationId: string; readonly turnId: string }
): Summarizer {
  return {
    inputLimit: Math.floor(port.contextWindow * CHARACTERS_PER_TOKEN),
    summarize: async (text, signal) => {
      const result = await summarize(port, text, run, signal)
      return result.ok ? result.value : null
    }
  }
}
