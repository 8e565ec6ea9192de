import type { TurnEvent } from '../../shared/model/turn-event.ts'

type Edit = (text: string) => string

/** Arguments and preview of a tool stand in one event each. */
export function callWithoutForgotten(event: TurnEvent, edit: Edit): TurnEvent {
  if (event.type === 'tool-start') return { ...event, args: edit(event.args) }
  return event.type === 'tool-end' ? { ...event, preview: edit(event.preview) } : event
}

/**
 * Events without forgotten words, as many as before. Streamed words lie across deltas: a message that held them stands whole in its first delta,
 * and the others are empty.
 */
export function withoutForgotten(events: readonly TurnEvent[], edit: Edit): TurnEvent[] {
  const result = events.map((event) => callWithoutForgotten(event, edit))
  for (const type of ['text-delta', 'reasoning-delta'] as const) {
    for (const places of deltasByMessage(events, type)) {
      const text = places.map(({ text: part }) => part).join('')
      const without = edit(text)
      if (without !== text) places.forEach(({ at }, index) => (result[at] = { type, text: index === 0 ? without : '' }))
    }
  }
  return result
}

type Place = { readonly at: number; readonly text: string }

function deltasByMessage(events: readonly TurnEvent[], type: 'text-delta' | 'reasoning-delta'): Place[][] {
  const messages: Place[][] = [[]]
  events.forEach((event, at) => {
    if (event.type === 'message-start') messages.push([])
    else if (event.type === type) messages.at(-1)?.push({ at, text: event.text })
  })
  return messages
}
