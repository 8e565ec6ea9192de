import { EventEmitter } from 'node:events'

/** Names that the language and Node ask of any object; they are answered with undefined instead of an error. */
const ASKED_BY_NODE = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'domain', 'inspect', 'valueOf', 'toString'])

function notInStandIn(name: string): Error {
  return new Error(`electron.${name} is not in the stand-in`)
}

/** The same object, except that reading or setting a member it lacks throws with that member's name. */
export function closed<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === 'symbol' || key in object || ASKED_BY_NODE.has(key)) return Reflect.get(object, key, receiver)
      throw notInStandIn(`${name}.${key}`)
    },
    set(object, key, value, receiver) {
      if (typeof key === 'symbol' || key in object) return Reflect.set(object, key, value, receiver)
      throw notInStandIn(`${name}.${key}`)
    }
  })
}

/** Stands for a whole module of Electron that the stand-in lacks. Any use throws; merely importing it does not. */
export function missing(name: string): never {
  const refuse = (member?: string): never => {
    throw notInStandIn(member === undefined ? name : `${name}.${member}`)
  }
  return new Proxy(function () {}, {
    get: (_, key) => (typeof key === 'symbol' || key === 'prototype' ? undefined : refuse(key)),
    set: (_, key) => refuse(String(key)),
    apply: () => refuse(),
    construct: () => refuse()
  }) as never
}

type Listener = (...args: never[]) => void
type AnyListener = (...args: unknown[]) => void

/** An emitter that refuses listeners for events it would never emit. */
export class KnownEmitter extends EventEmitter {
  readonly emitterName: string
  readonly knownEvents: ReadonlySet<string>

  constructor(name: string, events: readonly string[]) {
    super()
    this.emitterName = name
    this.knownEvents = new Set(events)
  }

  private assertKnown(event: string | symbol): void {
    if (typeof event === 'string' && !this.knownEvents.has(event)) throw notInStandIn(`${this.emitterName}.on('${event}')`)
  }

  override on(event: string | symbol, listener: Listener): this {
    this.assertKnown(event)
    return super.on(event, listener as AnyListener)
  }

  override once(event: string | symbol, listener: Listener): this {
    this.assertKnown(event)
    return super.once(event, listener as AnyListener)
  }

  override addListener(event: string | symbol, listener: Listener): this {
    return this.on(event, listener)
  }

  override prependListener(event: string | symbol, listener: Listener): this {
    this.assertKnown(event)
    return super.prependListener(event, listener as AnyListener)
  }
}

/** An event object with `preventDefault`, as Electron hands them out. */
export interface PreventableEvent {
  readonly defaultPrevented: boolean
  preventDefault(): void
}

export function preventable<T extends object>(fields: T): T & PreventableEvent {
  let prevented = false
  return Object.defineProperties(fields, {
    defaultPrevented: { get: () => prevented, enumerable: true },
    preventDefault: { value: () => void (prevented = true) }
  }) as T & PreventableEvent
}
