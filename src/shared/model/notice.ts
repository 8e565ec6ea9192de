import * as z from 'zod'

/** What a turn tells a person beside its answer. */
export const noticeCodeSchema = z.enum([
  /** Answered from memory alone: no provider is set. */
  'memory-only',
  /** Kept on this machine; nothing was sent. */
  'kept-here',
  /** A fact was stored; `factIds` names it. */
  'remembered',
  /** A fact waits for the person's word. */
  'proposed',
  /** The stream was cut before the model finished. */
  'cut-off',
  /** The model reasoned and wrote no answer. */
  'no-answer',
  /** The provider asked to wait; `seconds` says how long. */
  'waiting',
  /** The same call came twice and was not run again. */
  'repeated-call',
  'round-limit',
  'call-limit',
  /** Compaction was due and failed; nothing was removed. */
  'compaction-failed',
  /** Compaction was done and the context is still over its limit. */
  'still-large',
  /** The profile is longer than its room in the prompt and was left out; shorten it. */
  'profile-too-long',
  /** A tool result was cut for the model. */
  'result-cut',
  /** Parts of this conversation stay here and were left out. */
  'private-left-out'
])
export type NoticeCode = z.infer<typeof noticeCodeSchema>
