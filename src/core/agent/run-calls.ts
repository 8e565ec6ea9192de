import type { Origin, Privacy } from '../../shared/model/privacy.ts'
import { strictest } from '../../shared/privacy-order.ts'
import type { LlmToolCall } from '../llm/llm-port.ts'
import { cutForModel, MODEL_RESULT_BYTES, resultBytes } from '../tools/cut-for-model.ts'
import type { ExecutedCall } from '../tools/executor.ts'
import type { ToolContext } from '../tools/tool.ts'
import type { RunEvent } from './run-event.ts'
import { agentTexts } from './texts.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/** What a turn has called so far. */
export interface CallBook {
  /** Name and arguments of calls that were made, with how often they came. */
  readonly seen: Map<string, number>
  readonly origins: Set<Origin>
  /** Facts whose text the turn has read: recalled before it, or by a tool. */
  readonly factIds: Set<string>
  count: number
  /** The strictest label of what the turn was made from so far. */
  label: Privacy
}

export interface CallResult {
  /** Of the stored result. */
  readonly messageId: string
  readonly call: LlmToolCall
  readonly content: string
  /** Characters of the whole result when the content is only its head and tail. */
  readonly fullLength: number | null
  readonly privacy: Privacy
}

const PREVIEW_CHARACTERS = 500

function preview(text: string): string {
  const characters = Array.from(text.slice(0, PREVIEW_CHARACTERS * 2))
  return characters.length <= PREVIEW_CHARACTERS && text.length <= PREVIEW_CHARACTERS * 2
    ? text
    : `${characters.slice(0, PREVIEW_CHARACTERS).join('')}…`
}

const TOOL_ORIGINS: Readonly<Record<string, Origin>> = { recall_memory: 'memory', memory_search: 'memory', read_result: 'tool' }

function originOf(call: LlmToolCall, ports: TurnPorts): Origin {
  return ports.tools.isForeign(call.name) ? 'tool' : (TOOL_ORIGINS[call.name] ?? 'runtime')
}

/** What the model that asks is given of each result. */
function bytesFor({ llm }: TurnPorts, calls: number): number {
  return llm === null || 'error' in llm ? MODEL_RESULT_BYTES : resultBytes(llm.contextWindow, calls)
}

/** The same call with the same arguments a second time is not run again. */
function repeatOf(call: LlmToolCall, book: CallBook): number {
  const key = `${call.name} ${call.args}`
  const count = (book.seen.get(key) ?? 0) + 1
  book.seen.set(key, count)
  return count
}

/**
 * Runs the calls of one assistant message, some at a time, each result matched to its call. Events tell the start before anything
 * happens, so that what may have happened is stored first.
 */
export async function* runCalls(
  calls: readonly LlmToolCall[],
  request: TurnRequest,
  ports: TurnPorts,
  book: CallBook,
  signal: AbortSignal
): AsyncGenerator<RunEvent, readonly CallResult[], undefined> {
  const texts = agentTexts[request.language]
  const results: CallResult[] = []
  const bytes = bytesFor(ports, calls.length)
  for (let first = 0; first < calls.length; first += ports.limits.parallel) {
    const group = calls.slice(first, first + ports.limits.parallel)
    for (const call of group) yield { type: 'tool-start', callId: call.id, name: call.name, args: call.args }
    const context: ToolContext = {
      conversationId: request.conversationId,
      turnId: request.turnId,
      projectId: request.projectId,
      destination: request.destination,
      signal,
      userMessage: { messageId: request.userMessage.id, text: request.userMessage.content, privacy: request.userMessage.privacy },
      origins: new Set(book.origins),
      resultBytes: bytes
    }
    const executing = group.map(async (call): Promise<{ call: LlmToolCall; done: ExecutedCall | null }> => {
      if (repeatOf(call, book) > 1) return { call, done: null }
      book.count += 1
      return { call, done: await ports.tools.execute(call, context) }
    })
    // In the order of the calls, each as soon as it and those before it are there: what is stored early outlives a kill.
    for (const running of executing) {
      const { call, done } = await running
      const withheld = done !== null && request.destination === 'remote' && (done.privacy !== 'open' || ports.holdsPrivate([done.text]))
      const whole = done === null ? texts.repeatedCall : withheld ? texts.withheld : done.text
      const content = cutForModel(whole, { bytes, callId: call.id, language: request.language })
      const full = content === whole ? null : whole
      const privacy = withheld ? 'open' : (done?.privacy ?? 'open')
      const origin = originOf(call, ports)
      if (done !== null) book.origins.add(origin)
      book.label = strictest([book.label, privacy])
      yield { type: 'label', privacy: book.label }
      if (done === null) yield { type: 'notice', code: 'repeated-call' }
      if (full !== null) yield { type: 'notice', code: 'result-cut' }
      const messageId = ports.newId('msg')
      yield { type: 'tool-result', messageId, callId: call.id, content, full, privacy, origin }
      yield { type: 'tool-end', callId: call.id, outcome: withheld ? 'denied' : (done?.outcome ?? 'skipped'), preview: preview(content) }
      if (done !== null && done.factIds.length > 0 && !(withheld && done.wrote === null)) {
        if (done.wrote === null) {
          for (const factId of done.factIds) book.factIds.add(factId)
          ports.markUsed(done.factIds)
          yield { type: 'memory-used', factIds: [...done.factIds] }
        } else yield { type: 'notice', code: done.wrote, factIds: [...done.factIds] }
      }
      results.push({ messageId, call, content, fullLength: full?.length ?? null, privacy })
    }
  }
  return results
}
