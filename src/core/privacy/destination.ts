import type { Destination } from '../../shared/model/privacy.ts'

const LOOPBACK_V4 = /^127(?:\.\d{1,3}){3}$/

/** An http or https address, or null for anything else. Decimal, hex and short forms are what the URL parser says they are. */
export function parseWebUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}

/**
 * True for the literal addresses 127.0.0.0/8 and ::1, and for the name `localhost`, which the gate itself pins to them when it connects.
 * No other name is, whatever it resolves to.
 */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || LOOPBACK_V4.test(url.hostname)
}

export function hasUserinfo(url: URL): boolean {
  return url.username !== '' || url.password !== ''
}

/** Where an address leads. Only loopback is local, and a declaration can only make it stricter. */
export function destinationOf(address: string, declared: Destination | null): Destination {
  const url = parseWebUrl(address)
  if (declared === 'remote' || url === null || hasUserinfo(url)) return 'remote'
  return isLoopback(url) ? 'local' : 'remote'
}
