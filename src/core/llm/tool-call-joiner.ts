import type { CallDelta } from './chunk.ts'
import type { LlmToolCall } from './llm-port.ts'

interface OpenCall {
  index: number | null
  id: string
  name: string
  args: string
}

export interface ToolCallJoiner {
  push(delta: CallDelta): void
  /** Calls that have a name so far. */
  readonly count: number
  /** The joined calls, each with an id of its own. @param makeId gives the id of a call that came without one, by its place in the message */
  end(makeId: (place: number) => string): LlmToolCall[]
}

function isWholeObject(text: string): boolean {
  if (!text.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A second complete object cannot continue a first one. */
function startsAfresh(call: OpenCall, delta: CallDelta): boolean {
  return delta.args.trimStart().startsWith('{') && isWholeObject(call.args)
}

function isRepeat(call: OpenCall, delta: CallDelta): boolean {
  return delta.args === call.args && startsAfresh(call, delta)
}

/** Another name, or a second whole object, begins a new call when there is no id to tell by. */
function isAnother(last: OpenCall, delta: CallDelta): boolean {
  if (delta.name === '') return false
  if (last.name !== '' && delta.name !== last.name) return true
  return startsAfresh(last, delta) && !isRepeat(last, delta)
}

/** By index, newest first: some servers give every parallel call index 0, and only a new id or name tells them apart. */
function callAtIndex(calls: readonly OpenCall[], delta: CallDelta): OpenCall | undefined {
  const call = calls.findLast((open) => open.index === delta.index)
  if (call === undefined) return delta.name === '' && delta.id === '' ? calls.at(-1) : undefined
  if (delta.id === '' && call.id === '') return isAnother(call, delta) ? undefined : call
  if (delta.id === '' || call.id === '' || delta.id === call.id || delta.name === '') return call
  return calls.find((open) => open.index === delta.index && open.id === delta.id)
}

/** Without an index: a known id continues its call; a new id or another name begins one; anything else continues the last. */
function callWithoutIndex(calls: readonly OpenCall[], delta: CallDelta): OpenCall | undefined {
  const last = calls.at(-1)
  if (delta.id === '') return last === undefined || isAnother(last, delta) ? undefined : last
  const known = calls.find((open) => open.id === delta.id)
  // A call that began without an id may be given one later.
  return known ?? (last?.id === '' && delta.name === '' ? last : undefined)
}

function extend(call: OpenCall, delta: CallDelta): void {
  if (call.id === '') call.id = delta.id
  if (call.name === '') call.name = delta.name
  if (!isRepeat(call, delta)) call.args += delta.args
}

function unique(id: string, taken: Set<string>): string {
  let candidate = id
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${id}_${number}`
  taken.add(candidate)
  return candidate
}

/** Puts tool calls together from the pieces of a stream, by index, by id, or by order where a server gives neither. */
export function createToolCallJoiner(): ToolCallJoiner {
  const calls: OpenCall[] = []
  return {
    push: (delta) => {
      const call = delta.index === null ? callWithoutIndex(calls, delta) : callAtIndex(calls, delta)
      if (call === undefined) calls.push({ ...delta })
      else extend(call, delta)
    },
    get count() {
      return calls.filter((call) => call.name !== '').length
    },
    end: (makeId) => {
      const taken = new Set<string>()
      return calls
        .filter((call) => call.name !== '')
        .map(({ id, name, args }, place) => ({
          id: unique(id === '' ? makeId(place) : id, taken),
          name,
          args: args.trim() === 'null' ? '' : args.trim()
        }))
    }
  }
}
