import type { RecalledFact } from '../../shared/model/memory.ts'
import type { Destination, Origin, Privacy } from '../../shared/model/privacy.ts'

/** What a tool knows of the run that calls it. Who is asking comes from here, never from the arguments. */
export interface ToolContext {
  readonly conversationId: string
  readonly turnId: string
  readonly projectId: string | null
  readonly destination: Destination
  readonly signal: AbortSignal
  /** The user's message of this turn: the only evidence that a tool may cite. */
  readonly userMessage: { readonly messageId: string; readonly text: string; readonly privacy: Privacy }
  /** Origins of the texts that this turn has seen so far, results of earlier tools included. */
  readonly origins: ReadonlySet<Origin>
  /** Bytes of UTF-8 that the model is given of one result; what is longer is shortened. */
  readonly resultBytes: number
}

export interface ToolResult {
  /** `ok: false` is a plain failure text for the model and the person. It never hides an error and never pretends success. */
  readonly ok: boolean
  readonly text: string
  /** With `ok: false`: the failure may pass (a busy server), so a read-only tool is asked again. */
  readonly retry?: boolean
  /** Facts that the tool read or wrote. */
  readonly factIds?: readonly string[]
  readonly wrote?: 'remembered' | 'proposed'
  /** The strictest label of what the text was made from. Absent means `open`. */
  readonly privacy?: Privacy
}

export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema (type object) of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** True when it needs the network: absent from local turns until approvals exist. */
  readonly network: boolean
  /** True when running it twice does no harm, so that a failure may be retried. */
  readonly readOnly: boolean
  /** @param args already an object; names repaired and checked against `parameters` by the executor. */
  execute(args: Readonly<Record<string, unknown>>, context: ToolContext): Promise<ToolResult>
}

/** A fact that a search found. */
export type FoundFact = Pick<RecalledFact, 'factId' | 'text' | 'privacy' | 'category' | 'confidence' | 'score' | 'createdAt'>

/** An old message that a search found, or the part of it that fits. */
export interface FoundMessage {
  readonly messageId: string
  readonly text: string
  readonly privacy: Privacy
  /** ISO time. */
  readonly createdAt: string
}

/** The memory that the memory tools are given. */
export interface ToolMemory {
  /** Best first; only what the run may see. @param most results of each kind at the most */
  search(
    query: string,
    most: { readonly facts: number; readonly messages: number },
    context: ToolContext
  ): Promise<{ readonly facts: readonly FoundFact[]; readonly messages: readonly FoundMessage[] }>
  /** Stores with evidence, or as a proposal when nothing the user wrote in this turn supports it. */
  savePreference(
    fact: string,
    context: ToolContext
  ): Promise<{ readonly factId: string; readonly outcome: 'remembered' | 'proposed' | 'known' }>
}

/** Long results that were kept whole. Only what the run may see: its own conversation, and for a remote turn nothing that stays here. */
export interface ToolResults {
  find(callId: string, context: ToolContext): { readonly text: string; readonly privacy: Privacy } | null
}
