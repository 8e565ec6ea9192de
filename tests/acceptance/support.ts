import { expect } from 'vitest'
import type { Message } from '../../src/shared/model/conversation.ts'
import type { TurnEvent } from '../../src/shared/model/turn-event.ts'
import { emptyTurnView, reduceTurn, type TurnView } from '../../src/shared/turn/reduce.ts'
import { startHeadless, temporaryProfile, useServer, type FinishedTurn, type Headless } from '../support/headless.ts'
import { startScriptedServer, type ChatRequest, type ScriptedServer } from '../support/scripted-server/index.ts'

/** A running app with the scripted server as its model, and a profile that outlives restarts. */
export interface Stage {
  readonly server: ScriptedServer
  readonly profileDir: string
  app: Headless
  conversation(temporary?: boolean): Promise<string>
  /** Closes cleanly and starts again. */
  restart(env?: Readonly<Record<string, string | undefined>>): Promise<void>
  close(): Promise<void>
}

export async function openStage(
  options: { readonly destination?: 'local' | 'remote'; readonly env?: Readonly<Record<string, string | undefined>> } = {}
): Promise<Stage> {
  const server = await startScriptedServer()
  const profile = temporaryProfile()
  const stage: Stage = {
    server,
    profileDir: profile.dir,
    app: startHeadless({ profileDir: profile.dir, ...(options.env === undefined ? {} : { env: options.env }) }),
    conversation: async (temporary = false) => (await stage.app.call('conversations.create', { temporary })).conversationId,
    restart: async (env) => {
      expect(await stage.app.close()).toBe(0)
      stage.app = startHeadless({ profileDir: profile.dir, ...(env === undefined ? {} : { env }) })
    },
    close: async () => {
      await stage.app.close()
      await server.close()
      profile.remove()
    }
  }
  await useServer(stage.app, server.baseUrl, options.destination ?? 'remote')
  return stage
}

export function viewOf(turnEvents: readonly TurnEvent[]): TurnView {
  return turnEvents.reduce(reduceTurn, emptyTurnView)
}

export function notices(turn: Pick<FinishedTurn, 'events'>): string[] {
  return turn.events.flatMap((event) => (event.type === 'notice' ? [event.code] : []))
}

export function toolEnds(turn: Pick<FinishedTurn, 'events'>): string[] {
  return turn.events.flatMap((event) => (event.type === 'tool-end' ? [event.outcome] : []))
}

/** Messages of a request without the system prompt. */
export function said(request: ChatRequest): ChatRequest['body']['messages'] {
  return request.body.messages.filter((message) => message.role !== 'system')
}

/** Everything that any request carried, as one text. */
export function sent(server: ScriptedServer): string {
  return server.requests.map((request) => `${request.path}?${request.query.toString()} ${request.raw}`).join('\n')
}

/** What a person saw is what is stored: the turn's messages in the list equal the view that its events make. */
export async function expectStoredAsShown(app: Headless, conversationId: string, turn: FinishedTurn): Promise<void> {
  const ends = turn.events.filter((event) => event.type === 'turn-end')
  expect(ends).toHaveLength(1)
  expect(turn.events.at(-1)).toEqual(ends[0])
  const stored = (await app.call('messages.list', { conversationId })).filter(
    (message) => message.turnId === turn.turnId && message.role === 'assistant'
  )
  const view = viewOf(turn.events)
  expect(stored.map(shown)).toEqual(
    view.messages.map((message) => ({
      messageId: message.messageId,
      content: message.content,
      reasoning: message.reasoning,
      toolCalls: message.toolCalls,
      status: message.status
    }))
  )
  expect(stored.at(-1)?.errorCode).toBe(view.messages.length === 0 ? undefined : view.error?.code)
}

function shown(message: Message): unknown {
  const { messageId, content, reasoning = '', toolCalls = [], status } = message
  return { messageId, content, reasoning, toolCalls, status }
}
