import { useRoute } from '../../bridge/use-route.ts'

/** The most that the inbox shows and counts. */
export const INBOX_LIMIT = 1_000

/** How much waits for a word: proposals, contradictions and messages that could not be read. */
export function useReviewCount(): number {
  const inbox = useRoute('memory.review', { list: 'inbox', limit: INBOX_LIMIT }).value?.length ?? 0
  const failed = useRoute('memory.extraction', {}).value?.failed.length ?? 0
  return inbox + failed
}
