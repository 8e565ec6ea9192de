import { domainToUnicode } from 'node:url'
import type { Outgoing } from './outgoing.ts'

/** Stands where runtime text was, so that what was around it does not grow together. */
const GAP = '\u241f'

function collectJson(value: unknown, into: string[]): void {
  if (typeof value === 'string') into.push(value)
  else if (typeof value === 'number') into.push(String(value))
  else if (Array.isArray(value)) for (const item of value) collectJson(item, into)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      into.push(key)
      collectJson(item, into)
    }
  }
}

function withoutRuntime(text: string, runtimeText: readonly string[]): string {
  return runtimeText.reduce((rest, segment) => (segment === '' ? rest : rest.replaceAll(segment, GAP)), text)
}

/** Every text of a body that could carry a value, without what our own code made. */
export function textsOfBody({ json, body }: Pick<Outgoing, 'json' | 'body'>, runtimeText: readonly string[]): readonly string[] {
  const texts: string[] = []
  if (json !== undefined) collectJson(json, texts)
  else if (body !== null) texts.push(body)
  return texts.map((text) => withoutRuntime(text, runtimeText))
}

/**
 * Every text of a request that could carry a value: strings, numbers and keys of the body, the whole address, the headers. Text that our own code made
 * (today's date) is taken out of the body first.
 */
export function textsToCheck(outgoing: Outgoing, runtimeText: readonly string[]): readonly string[] {
  return [
    ...textsOfBody(outgoing, runtimeText),
    outgoing.url.href,
    domainToUnicode(outgoing.url.hostname),
    ...Object.values(outgoing.headers)
  ]
}
