import type { ToolResultStore } from '../memory/conversation/tool-result-store.ts'
import type { ToolResults } from '../tools/tool.ts'

/** Long results as a tool may read them. A part of a text may not tell what the whole holds, so a remote turn gets all of it or nothing. */
export function createToolResults(store: ToolResultStore, holdsPrivate: (texts: readonly string[]) => boolean): ToolResults {
  return {
    find: (callId, { conversationId, destination }) => {
      const kept = store.find(conversationId, callId)
      if (kept === null) return null
      if (destination === 'remote' && (kept.privacy !== 'open' || holdsPrivate([kept.text]))) return null
      return { text: kept.text, privacy: kept.privacy }
    }
  }
}
