import type { EmbedRequest } from './protocol.ts'

/** One text of a request: where its vector belongs. */
export interface QueuedText {
  readonly request: number
  readonly index: number
  readonly text: string
}

/** A text as tokens, ready to run. */
export interface TokenizedText extends QueuedText {
  readonly tokens: readonly number[]
}

/**
 * Padded tokens of one batch: some 15 ms on two cores, which is the longest that a query waits for a passage batch that runs.
 * A single text may be longer than that.
 */
const BATCH_TOKENS = 128
/** Texts and characters that are tokenized at a time: enough to sort by length, little enough that a query hardly waits. */
const WINDOW_TEXTS = 128
const WINDOW_CHARACTERS = 8_000

/** Takes whole texts from the front of a queue, at least one, until the window is full. */
export function takeWindow(queue: QueuedText[]): QueuedText[] {
  let count = 0
  let characters = 0
  for (const { text } of queue) {
    if (count > 0 && (count >= WINDOW_TEXTS || characters + text.length > WINDOW_CHARACTERS)) break
    count += 1
    characters += text.length
  }
  return queue.splice(0, count)
}

/** Cuts texts into batches of similar length, so that little is padded. Short texts come first. */
export function makeBatches(texts: readonly TokenizedText[]): TokenizedText[][] {
  const batches: TokenizedText[][] = []
  let batch: TokenizedText[] = []
  for (const text of texts.toSorted((a, b) => a.tokens.length - b.tokens.length)) {
    // Sorted, so this text is the longest of the batch and decides its width.
    if (batch.length > 0 && (batch.length + 1) * text.tokens.length > BATCH_TOKENS) {
      batches.push(batch)
      batch = []
    }
    batch.push(text)
  }
  if (batch.length > 0) batches.push(batch)
  return batches
}

export function textsOf(request: EmbedRequest): QueuedText[] {
  return request.texts.map((text, index) => ({ request: request.id, index, text }))
}
