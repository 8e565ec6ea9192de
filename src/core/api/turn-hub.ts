import type { Privacy } from '../../shared/model/privacy.ts'
import type { TurnEvent, TurnEventBatch } from '../../shared/model/turn-event.ts'
import { isPublic, type RunEvent } from '../agent/run-event.ts'
import { AppError, toErrorData } from '../kernel/app-error.ts'
import { faultFields, type Logger } from '../kernel/logger.ts'
import { callWithoutForgotten, withoutForgotten } from './forget-events.ts'
import { TurnRecorder, type RecorderPorts } from './turn-recorder.ts'

export interface HubPorts {
  readonly recorder: RecorderPorts
  readonly logger: Logger
  /** Sends a batch to whoever listens. */
  readonly emit: (batch: TurnEventBatch) => void
  /** Called when a turn has ended and everything of it is stored. */
  readonly onEnd: (conversationId: string) => void
}

export interface StartedTurn {
  readonly turnId: string
  readonly conversationId: string
  /** The user message that is answered. */
  readonly head: string
  readonly privacy: Privacy
  /** Milliseconds for the whole turn. */
  readonly turnMs: number
  /** Gathers what the run needs. The conversation is busy from `start` on, so nothing can come in between. */
  readonly prepare: () => Promise<PreparedRun>
}

type Edit = (text: string) => string

export interface PreparedRun {
  readonly run: (signal: AbortSignal) => AsyncIterable<RunEvent>
  /** Takes forgotten words out of what the next rounds would send. */
  readonly forget: (edit: Edit) => void
}

interface ActiveTurn {
  readonly conversationId: string
  events: TurnEvent[]
  readonly controller: AbortController
  /** What was forgotten since it began: the model and the tools may say it once more. */
  forgotten: readonly Edit[]
  forget: PreparedRun['forget']
  sent: number
  timer: NodeJS.Timeout | null
  done: boolean
  finished: Promise<void>
}

/** Batches at this pace: text in steady steps, and few messages. */
const BATCH_MS = 30
/** Ended turns that a window may still attach to. */
const KEEP_ENDED = 50

function merged(events: readonly TurnEvent[]): TurnEvent[] {
  const result: TurnEvent[] = []
  for (const event of events) {
    const last = result.at(-1)
    const joins = (event.type === 'text-delta' || event.type === 'reasoning-delta') && last?.type === event.type
    if (joins) result[result.length - 1] = { type: event.type, text: last.text + event.text }
    else result.push(event)
  }
  return result
}

/** What was said since something was forgotten may hold it again. */
function redact(turn: ActiveTurn): void {
  for (const edit of turn.forgotten) turn.events = withoutForgotten(turn.events, edit)
}

/** Runs turns to their end whether or not a window watches; windows attach by sequence number and lose nothing. */
export class TurnHub {
  readonly #ports: HubPorts
  readonly #turns = new Map<string, ActiveTurn>()

  constructor(ports: HubPorts) {
    this.#ports = ports
  }

  start(started: StartedTurn): void {
    const turn: ActiveTurn = {
      conversationId: started.conversationId,
      events: [],
      controller: new AbortController(),
      forgotten: [],
      forget: () => {},
      sent: 0,
      timer: null,
      done: false,
      finished: Promise.resolve()
    }
    this.#turns.set(started.turnId, turn)
    turn.finished = this.#drive(started, turn)
  }

  async #drive(started: StartedTurn, turn: ActiveTurn): Promise<void> {
    let prepared: PreparedRun | null = null
    const recorder = new TurnRecorder(this.#ports.recorder, started)
    turn.forget = (edit) => {
      recorder.forget(edit)
      prepared?.forget(edit)
    }
    const clock = setTimeout(() => turn.controller.abort(new DOMException('The turn took too long', 'TimeoutError')), started.turnMs)
    try {
      prepared = await started.prepare()
      // Forgotten after the thread was read for it.
      for (const edit of turn.forgotten) prepared.forget(edit)
      for await (const event of prepared.run(turn.controller.signal)) {
        recorder.record(event)
        if (isPublic(event)) this.#publish(started.turnId, turn, event)
      }
    } catch (cause) {
      // Storing failed (a full disk): the answer stays on screen, and the turn ends with the reason.
      const error = toErrorData(cause)
      const end: TurnEvent = { type: 'turn-end', reason: 'error', error }
      this.#ports.logger.error('turn.failed', { code: error.code, ...faultFields(cause) })
      recorder.recordIfPossible(end)
      this.#publish(started.turnId, turn, end)
    } finally {
      clearTimeout(clock)
      turn.controller.abort()
      turn.done = true
      this.#send(started.turnId, turn)
      redact(turn)
      this.#forgetOld()
      this.#ports.onEnd(started.conversationId)
    }
  }

  #publish(turnId: string, turn: ActiveTurn, event: TurnEvent): void {
    turn.events.push(turn.forgotten.reduce(callWithoutForgotten, event))
    const urgent = event.type === 'turn-end' || event.type === 'turn-start' || turn.sent === 0
    if (urgent) this.#send(turnId, turn)
    else turn.timer ??= setTimeout(() => this.#send(turnId, turn), BATCH_MS)
  }

  #send(turnId: string, turn: ActiveTurn): void {
    if (turn.timer !== null) clearTimeout(turn.timer)
    turn.timer = null
    if (turn.sent === turn.events.length) return
    const events = merged(turn.events.slice(turn.sent))
    turn.sent = turn.events.length
    this.#ports.emit({ turnId, seq: turn.sent, events })
  }

  #forgetOld(): void {
    const ended = [...this.#turns].filter(([, turn]) => turn.done)
    for (const [turnId] of ended.slice(0, Math.max(0, ended.length - KEEP_ENDED))) this.#turns.delete(turnId)
  }

  #require(turnId: string): ActiveTurn {
    const turn = this.#turns.get(turnId)
    if (turn === undefined) throw new AppError('NOT_FOUND', 'No such turn')
    return turn
  }

  /** Takes forgotten words out of every turn that is still in memory, before it stores or sends them again. */
  forget(edit: Edit): void {
    for (const turn of this.#turns.values()) {
      turn.events = withoutForgotten(turn.events, edit)
      if (turn.done) continue
      turn.forgotten = [...turn.forgotten, edit]
      turn.forget(edit)
    }
  }

  /** Stopping an ended turn does nothing. @throws AppError `NOT_FOUND` */
  stop(turnId: string): void {
    this.#require(turnId).controller.abort()
  }

  /** Every event after a sequence number. @throws AppError `NOT_FOUND` for a turn that ended long ago: its messages are in the list. */
  attach(turnId: string, afterSeq: number): TurnEventBatch & { conversationId: string; done: boolean } {
    const turn = this.#require(turnId)
    this.#send(turnId, turn)
    redact(turn)
    return {
      turnId,
      seq: turn.events.length,
      events: merged(turn.events.slice(afterSeq)),
      conversationId: turn.conversationId,
      done: turn.done
    }
  }

  active(): { turnId: string; conversationId: string }[] {
    return [...this.#turns].filter(([, turn]) => !turn.done).map(([turnId, turn]) => ({ turnId, conversationId: turn.conversationId }))
  }

  isBusy(conversationId: string): boolean {
    return this.active().some((turn) => turn.conversationId === conversationId)
  }

  async stopConversation(conversationId: string): Promise<void> {
    const turns = [...this.#turns.values()].filter((turn) => !turn.done && turn.conversationId === conversationId)
    for (const turn of turns) turn.controller.abort()
    await Promise.all(turns.map((turn) => turn.finished))
  }

  async close(): Promise<void> {
    const turns = [...this.#turns.values()].filter((turn) => !turn.done)
    for (const turn of turns) turn.controller.abort()
    await Promise.all(turns.map((turn) => turn.finished))
  }
}
