import type { ToolOutcome } from '../../shared/model/conversation.ts'
import type { ErrorCode } from '../../shared/model/errors.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import { toErrorData } from '../kernel/app-error.ts'
import type { LlmToolCall } from '../llm/llm-port.ts'
import type { Repair } from './aliases.ts'
import { endedText, failureText, triedText } from './failure-text.ts'
import { readCall } from './read-call.ts'
import type { ToolRegistry } from './registry.ts'
import { languageOf } from './text-language.ts'
import type { Tool, ToolContext, ToolResult } from './tool.ts'

const MAX_ATTEMPTS = 3
const RETRY_DELAY_MS = 250

/** Thrown failures that may pass by themselves; all others are final at once. */
const MAY_PASS: ReadonlySet<ErrorCode> = new Set(['PROVIDER_DOWN', 'PROVIDER_RATE', 'TOOL_FAILED', 'INTERNAL'])

export interface ExecuteOptions {
  readonly memoryEnabled: boolean
  /** Milliseconds for the whole call, retries included (`settings.network.toolMs`). */
  readonly toolMs: number
  /** Wait before the first retry; the second waits twice as long. */
  readonly retryDelayMs?: number
}

export interface ExecutedCall {
  readonly outcome: ToolOutcome
  /** The whole text for the model and the person; `cutForModel` shortens it. Never empty. */
  readonly text: string
  readonly factIds: readonly string[]
  readonly wrote: 'remembered' | 'proposed' | null
  /** The strictest label of what the text was made from. */
  readonly privacy: Privacy
  /** Argument names that were mended. */
  readonly repairs: readonly Repair[]
  /** How often the tool was run; 0 when it was not. */
  readonly attempts: number
}

type Ending = 'timeout' | 'stopped'

type Attempt =
  | { readonly kind: 'result'; readonly result: ToolResult }
  | { readonly kind: 'thrown'; readonly cause: unknown }
  | { readonly kind: 'ended'; readonly ending: Ending }

/** One time limit and one stop signal for everything that a call does. */
class CallClock {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #stop: AbortSignal
  readonly #onStop = () => this.#end('stopped')
  #ending: Ending | null = null

  constructor(toolMs: number, stop: AbortSignal) {
    this.#stop = stop
    this.#timer = setTimeout(() => this.#end('timeout'), toolMs)
    stop.addEventListener('abort', this.#onStop, { once: true })
    if (stop.aborted) this.#onStop()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get ending(): Ending | null {
    return this.#ending
  }

  #end(ending: Ending): void {
    this.#ending ??= ending
    this.#controller.abort()
  }

  /** The work's own end, or the call's, whichever comes first: a tool that ignores its signal cannot hold up a turn. */
  async race<T>(work: Promise<T>): Promise<T | Ending> {
    const ended = new Promise<Ending>((resolve) => {
      const tell = () => resolve(this.#ending ?? 'stopped')
      if (this.signal.aborted) tell()
      else this.signal.addEventListener('abort', tell, { once: true })
    })
    return Promise.race([ended, work])
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#stop.removeEventListener('abort', this.#onStop)
  }
}

async function attemptOnce(tool: Tool, args: Readonly<Record<string, unknown>>, context: ToolContext, clock: CallClock): Promise<Attempt> {
  const work = (async (): Promise<Attempt> => {
    try {
      return { kind: 'result', result: await tool.execute(args, { ...context, signal: clock.signal }) }
    } catch (cause) {
      // A tool that obeys its signal throws an abort; that is the call's end, not the tool's failure.
      return clock.ending === null ? { kind: 'thrown', cause } : { kind: 'ended', ending: clock.ending }
    }
  })()
  const first = await clock.race(work)
  return typeof first === 'string' ? { kind: 'ended', ending: first } : first
}

function mayPass(attempt: Attempt): boolean {
  switch (attempt.kind) {
    case 'result':
      return !attempt.result.ok && attempt.result.retry === true
    case 'thrown':
      return MAY_PASS.has(toErrorData(attempt.cause).code)
    case 'ended':
      return false
  }
}

async function attemptAll(tool: Tool, args: Readonly<Record<string, unknown>>, context: ToolContext, clock: CallClock, delayMs: number) {
  for (let attempts = 1; ; attempts += 1) {
    const attempt = await attemptOnce(tool, args, context, clock)
    if (!tool.readOnly || attempts === MAX_ATTEMPTS || !mayPass(attempt)) return { attempt, attempts }
    let timer: NodeJS.Timeout | undefined
    await clock.race(new Promise<void>((resolve) => (timer = setTimeout(resolve, delayMs * attempts))))
    clearTimeout(timer)
    if (clock.ending !== null) return { attempt, attempts }
  }
}

/** What never ran says so: a result that was not made from anything. */
function notRun(outcome: ToolOutcome, text: string): ExecutedCall {
  return { outcome, text, factIds: [], wrote: null, privacy: 'open', repairs: [], attempts: 0 }
}

function outcomeOf(attempt: Attempt, tool: Tool, options: ExecuteOptions, language: 'zh' | 'en'): Pick<ExecutedCall, 'outcome' | 'text'> {
  switch (attempt.kind) {
    case 'result':
      return { outcome: attempt.result.ok ? 'ok' : 'error', text: attempt.result.text || '(empty result)' }
    case 'thrown': {
      const error = toErrorData(attempt.cause)
      return { outcome: error.code === 'PRIVATE_BLOCKED' ? 'denied' : 'error', text: failureText(error, language) }
    }
    case 'ended': {
      const text = endedText(attempt.ending, options.toolMs, !tool.readOnly, language)
      return { outcome: attempt.ending === 'stopped' && tool.readOnly ? 'skipped' : 'error', text }
    }
  }
}

/**
 * Runs one call of a model. Never rejects: whatever goes wrong is a text that the model and the person can read. Argument names are
 * mended, values checked; read-only tools are tried again at most twice when the failure may pass, all others run once.
 */
export async function executeCall(
  registry: ToolRegistry,
  call: LlmToolCall,
  context: ToolContext,
  options: ExecuteOptions
): Promise<ExecutedCall> {
  const language = languageOf(context.userMessage.text)
  const found = registry.find(call.name, { destination: context.destination, memoryEnabled: options.memoryEnabled })
  if ('refused' in found) return notRun(found.refused === 'denied' ? 'denied' : 'error', found.text)
  const read = readCall(call.args, found.parameters)
  if (!read.ok) return notRun('error', read.text)
  if (context.signal.aborted) return notRun('skipped', endedText('stopped', options.toolMs, false, language))

  const clock = new CallClock(options.toolMs, context.signal)
  try {
    const { attempt, attempts } = await attemptAll(found.tool, read.args, context, clock, options.retryDelayMs ?? RETRY_DELAY_MS)
    const { outcome, text } = outcomeOf(attempt, found.tool, options, language)
    const result = attempt.kind === 'result' ? attempt.result : null
    const tried = outcome === 'error' && attempts > 1 ? triedText(attempts, language) : ''
    const ignored = read.unknown.length === 0 ? '' : `\n(${read.unknown.length} argument(s) with unknown names were ignored.)`
    return {
      outcome,
      text: text + tried + ignored,
      factIds: result?.factIds ?? [],
      wrote: result?.wrote ?? null,
      privacy: result?.privacy ?? 'open',
      repairs: read.repairs,
      attempts
    }
  } finally {
    clock.close()
  }
}
