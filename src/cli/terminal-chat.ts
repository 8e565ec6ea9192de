import { createInterface } from 'node:readline'
import type { EventData, Route, RouteInput, RouteOutput } from '../shared/ipc/contract.ts'
import type { TurnEvent } from '../shared/model/turn-event.ts'
import type { CoreHost } from '../core/host/host-port.ts'
import { AppError } from '../core/kernel/app-error.ts'
import { profileFrom } from './arguments.ts'
import { createHeadlessHost } from './start-host.ts'
import { chatTexts } from './texts.ts'

// A small chat for a terminal, on the same contract as the window.

const locale = process.env['LC_ALL'] ?? process.env['LC_MESSAGES'] ?? process.env['LANG'] ?? ''
const texts = chatTexts[locale.toLowerCase().startsWith('zh') ? 'zh' : 'en']
const quiet = (text: string): string => (process.stdout.isTTY ? `\u001b[2m${text}\u001b[22m` : text)

async function call<R extends Route>(host: CoreHost, route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
  const result = await host.call(route, input)
  if (!result.ok) throw new AppError(result.error.code, result.error.message, result.error.data)
  return result.value as RouteOutput<R>
}

/** One line under an answer for what a person wants to know; null for events that need none. */
function noteOf(event: TurnEvent): string | null {
  switch (event.type) {
    case 'tool-end':
      return event.outcome === 'ok' ? null : texts.tool(event.callId, event.outcome)
    case 'notice':
      if (event.code === 'remembered') return texts.notes.remembered
      if (event.code === 'proposed') return texts.notes.proposed
      return event.code === 'cut-off' ? texts.notes.cutOff : null
    case 'turn-end':
      if (event.error !== undefined) return texts.failed(event.error.code, event.error.message)
      return event.reason === 'stopped' ? texts.notes.stopped : null
    case 'turn-start':
    case 'memory-used':
    case 'message-start':
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-start':
    case 'tool-approval-request':
    case 'ask-request':
    case 'compaction':
    case 'usage':
      return null
  }
}

/** Sends one message and prints the answer as it comes. */
async function converse(host: CoreHost, conversationId: string, text: string, onTurn: (turnId: string) => void): Promise<void> {
  const notes: string[] = []
  let turnId = ''
  const early: EventData<'turn.event'>[] = []
  let stop = (): void => {}
  const ended = new Promise<void>((resolve) => {
    const show = (batch: EventData<'turn.event'>): void => {
      for (const event of batch.events) {
        if (event.type === 'text-delta') process.stdout.write(event.text)
        const note = noteOf(event)
        if (note !== null) notes.push(note)
        if (event.type === 'turn-end') resolve()
      }
    }
    stop = host.onEvent((name, data) => {
      if (name !== 'turn.event') return
      const batch = data as EventData<'turn.event'>
      if (turnId === '') early.push(batch)
      else if (batch.turnId === turnId) show(batch)
    })
    void call(host, 'turn.start', { conversationId, text }).then(
      (started) => {
        turnId = started.turnId
        onTurn(turnId)
        for (const batch of early) if (batch.turnId === turnId) show(batch)
      },
      (cause: unknown) => {
        const error = cause instanceof AppError ? cause : new AppError('INTERNAL', 'unexpected')
        notes.push(texts.failed(error.code, error.message))
        resolve()
      }
    )
  })
  await ended
  stop()
  if (turnId !== '') {
    const receipts = await call(host, 'privacy.receipts', { turnId })
    const sent = receipts.filter((receipt) => receipt.outcome !== 'blocked')
    notes.push(...sent.map((receipt) => texts.sent(receipt.bytes, receipt.host)))
    if (sent.length === 0) notes.push(texts.nothingSent)
  }
  process.stdout.write(`\n${quiet(`(${notes.join(' · ')})`)}\n`)
}

/** Talks until the person leaves. @returns the exit code. */
export async function chatHere(): Promise<number> {
  const profileDir = profileFrom(process.argv.slice(2), process.env)
  if (profileDir === null) {
    process.stderr.write(`${texts.usage}\n`)
    return 2
  }
  const host = createHeadlessHost(profileDir)
  try {
    await host.start()
    const status = await call(host, 'app.status', {})
    process.stdout.write(`${texts.hello(status.model)}\n${quiet(texts.help)}\n`)
    let conversationId: string | null = null
    let running: string | null = null
    const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
    const stop = (): void => {
      if (running !== null) void host.call('turn.stop', { turnId: running })
    }
    const interrupt = (): void => (running === null ? lines.close() : stop())
    // A terminal hands Ctrl+C to readline, anything else sends the signal itself.
    lines.on('SIGINT', interrupt)
    process.on('SIGINT', interrupt)
    process.on('SIGTERM', () => {
      lines.close()
      stop()
    })
    // Input from a pipe ends while its lines are still being answered; a closed prompt must not be shown again.
    let open = true
    lines.on('close', () => (open = false))
    lines.prompt()
    for await (const line of lines) {
      const text = line.trim()
      if (text === '/quit') break
      if (text === '/new') {
        conversationId = null
        process.stdout.write(`${texts.newThread}\n`)
      } else if (text !== '') {
        conversationId ??= (await call(host, 'conversations.create', {})).conversationId
        await converse(host, conversationId, text, (turnId) => (running = turnId))
        running = null
      }
      if (open) lines.prompt()
    }
    lines.close()
    return 0
  } catch (cause) {
    const error = cause instanceof AppError ? cause : new AppError('INTERNAL', 'unexpected')
    process.stderr.write(`${texts.failed(error.code, error.message)}\n`)
    return 1
  } finally {
    await host.close()
  }
}
