import { setTimeout as delay } from 'node:timers/promises'
import type { Destination } from '../../shared/model/privacy.ts'
import type { PresetId } from '../../shared/model/provider.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Gate } from '../privacy/gate.ts'
import { presetOf } from '../settings/presets.ts'
import type { ReasoningEcho } from '../settings/presets.ts'
import { createAssembly } from './assembly.ts'
import type { Assembly } from './assembly.ts'
import { connectionFailure, failure, isBrokenConnection } from './failure.ts'
import type { LlmFailure } from './failure.ts'
import type { LlmEvent, LlmPort, LlmRequest } from './llm-port.ts'
import { openChat } from './openai-client.ts'
import { PayloadTimeout, createPayloadTimer } from './payload-timer.ts'
import { readAnswer } from './read-answer.ts'
import { chatBody, otherEcho } from './request-body.ts'
import type { ChatBody } from './request-body.ts'
import { backoffMs } from './retry.ts'

/** Milliseconds. Read at every request, so that a changed setting holds at once. Connecting is limited by the gate. */
export interface LlmTimeouts {
  /** From the request to the first payload: the model loads and reads the whole prompt. */
  readonly firstPayloadMs: number
  /** Between two payloads. */
  readonly idleMs: number
  /** Longest wait that a provider may ask for before a retry. */
  readonly retryAfterMaxMs: number
}

/** Which echo policy worked, by provider, address and model. Share one among the ports of a process: a port may be made anew for every turn. */
export type EchoMemory = Map<string, ReasoningEcho>

export interface OpenAiCompatibleOptions {
  readonly providerId: string
  readonly preset: PresetId
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string | null
  readonly destination: Destination
  /** Tokens. */
  readonly contextWindow: number
  readonly gate: Gate
  readonly timeouts: () => LlmTimeouts
  readonly clock: Clock
  readonly echoMemory?: EchoMemory
  /** Rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random?: () => number
}

const RETRIES = 2

async function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal })
}

/** Ids for calls that come without one, by their place in the whole request: no chance, so equal requests stay equal. */
function callIds(request: LlmRequest): (place: number) => string {
  const earlier = request.messages.reduce((sum, message) => sum + (message.role === 'assistant' ? (message.toolCalls ?? []).length : 0), 0)
  return (place) => `call_${earlier + place + 1}`
}

/** What the attempts at one request share. */
interface Conversation {
  readonly options: OpenAiCompatibleOptions
  readonly request: LlmRequest
  readonly signal: AbortSignal
  readonly host: string
  readonly echoKey: string
  readonly echoMemory: EchoMemory
}

function bodyFor({ options, request }: Conversation, echo: ReasoningEcho): ChatBody {
  return chatBody(request, { preset: options.preset, model: options.model, echo })
}

function contextOf({ options, request }: Conversation): Parameters<Gate['fetchFor']>[0] {
  const { purpose, conversationId, turnId, factIds, runtimeText } = request
  const declared = options.destination === 'remote' ? 'remote' : null
  return { purpose, conversationId, turnId, factIds, declared, runtimeText }
}

function asFailure(cause: unknown, host: string, inBody: boolean): LlmFailure {
  if (cause instanceof PayloadTimeout) return failure('PROVIDER_DOWN', host, 'timeout', {}, cause)
  if (inBody && isBrokenConnection(cause)) return failure('PROVIDER_DOWN', host, 'cut', { again: true, reset: true }, cause)
  return connectionFailure(cause, host)
}

/** One request and its answer. Throws LlmFailure. */
async function* attempt(talk: Conversation, echo: ReasoningEcho, assembly: Assembly): AsyncGenerator<LlmEvent> {
  const { options, host } = talk
  const { firstPayloadMs, idleMs } = options.timeouts()
  const own = new AbortController()
  const signal = AbortSignal.any([talk.signal, own.signal])
  const timer = createPayloadTimer(firstPayloadMs, signal, () => options.clock.monotonic())
  let inBody = false
  let whole = false
  try {
    const fetch = options.gate.fetchFor(contextOf(talk))
    const { baseUrl, apiKey } = options
    const response = await timer.wait(
      openChat(bodyFor(talk, echo), { baseUrl, apiKey, host, fetch, signal, now: () => options.clock.now() })
    )
    talk.echoMemory.set(talk.echoKey, echo)
    if (response.body === null) throw failure('PROVIDER_BAD_REPLY', host, 'empty')
    inBody = true
    yield* readAnswer(response.body, { assembly, timer, idleMs, host, signal })
    whole = true
  } catch (cause) {
    throw asFailure(cause, host, inBody)
  } finally {
    // Whatever ends an attempt early, also a reader that walks away, closes the connection.
    if (!whole) own.abort()
  }
}

/** Waits before a retry and says so when the provider asked for it. */
async function* pause(talk: Conversation, failed: LlmFailure, retry: number): AsyncGenerator<LlmEvent> {
  const { options, signal } = talk
  const asked = failed.waitMs
  const ms = Math.min(asked ?? backoffMs(retry, options.random ?? Math.random), options.timeouts().retryAfterMaxMs)
  if (asked !== null || failed.code === 'PROVIDER_RATE') yield { type: 'waiting', seconds: Math.ceil(ms / 1000) }
  await (options.sleep ?? realSleep)(ms, signal).catch(() => {})
}

/** How a failure after the first token ends: what came stays, a broken connection is `cut`, anything else an error. */
function endOf(assembly: Assembly, failed: LlmFailure): LlmEvent[] {
  if (failed.reset) return assembly.end('cut')
  return [...assembly.flush(), { type: 'error', error: failed.toData() }]
}

/** The other echo policy, when this 400 may be about it and the other one would send something else. */
function echoToTry(talk: Conversation, echo: ReasoningEcho, failed: LlmFailure): ReasoningEcho | null {
  if (failed.status !== 400 || failed.code !== 'PROVIDER_BAD_REPLY') return null
  const body = bodyFor(talk, echo)
  const other = otherEcho(body)
  return JSON.stringify(bodyFor(talk, other)) === JSON.stringify(body) ? null : other
}

async function* converse(talk: Conversation): AsyncGenerator<LlmEvent> {
  const { signal, options } = talk
  const makeCallId = callIds(talk.request)
  const preferred = talk.echoMemory.get(talk.echoKey) ?? presetOf(options.preset).reasoningEcho
  let echo = preferred
  let refused: LlmFailure | null = null
  let retries = 0
  for (;;) {
    const assembly = createAssembly(makeCallId)
    let failed: LlmFailure
    try {
      if (signal.aborted) return void (yield* assembly.end('cut'))
      yield* attempt(talk, echo, assembly)
      return
    } catch (cause) {
      if (signal.aborted) return void (yield* assembly.end('cut'))
      failed = connectionFailure(cause, talk.host)
    }
    if (assembly.started) return void (yield* endOf(assembly, failed))
    const other = refused === null ? echoToTry(talk, echo, failed) : null
    if (other !== null) {
      refused = failed
      echo = other
    } else if (failed.again && retries < RETRIES) {
      yield* pause(talk, failed, retries)
      retries += 1
    } else {
      yield { type: 'error', error: (failed.status === 400 ? (refused ?? failed) : failed).toData() }
      return
    }
  }
}

/** A model behind an OpenAI-compatible address. Retries, timeouts and the odd ways of servers end here. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): LlmPort {
  const { providerId, model, destination, contextWindow, baseUrl } = options
  const host = new URL(baseUrl).host
  const echoMemory: EchoMemory = options.echoMemory ?? new Map()
  const echoKey = JSON.stringify([providerId, baseUrl, model])
  const talkOf = (request: LlmRequest, signal: AbortSignal): Conversation => ({ options, request, signal, host, echoKey, echoMemory })
  return {
    providerId,
    model,
    destination,
    host,
    contextWindow,
    chatStream: (request, signal) => converse(talkOf(request, signal)),
    requestBody: (request) =>
      JSON.stringify(
        chatBody(request, { preset: options.preset, model, echo: echoMemory.get(echoKey) ?? presetOf(options.preset).reasoningEcho })
      )
  }
}
