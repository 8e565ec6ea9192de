import { AppError } from '../kernel/app-error.ts'
import { isLoopback } from './destination.ts'
import type { Settings } from '../../shared/model/settings.ts'

/** What the system says about proxies; empty means nothing. */
export interface ProxyEnvironment {
  readonly httpProxy: string
  readonly httpsProxy: string
  /** Hosts that are reached directly, separated by commas. */
  readonly noProxy: string
}

/** Reads the usual variables; the lower-case name wins, as in other programs. */
export function proxyEnvironment(variables: Readonly<Record<string, string | undefined>>): ProxyEnvironment {
  const read = (name: string) => variables[name.toLowerCase()] ?? variables[name] ?? ''
  return { httpProxy: read('HTTP_PROXY'), httpsProxy: read('HTTPS_PROXY'), noProxy: read('NO_PROXY') }
}

function portOf(url: URL): string {
  if (url.port !== '') return url.port
  return url.protocol === 'https:' ? '443' : '80'
}

/** `*`, `host`, `.host` and `*.host` (with all below), each with an optional `:port`. */
function isExempt(url: URL, noProxy: string): boolean {
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const port = /:(\d+)$/.exec(entry)?.[1]
      if (port !== undefined && port !== portOf(url)) return false
      const host = entry.replace(/:\d+$/, '').replace(/^\*?\./, '')
      return url.hostname === host || url.hostname.endsWith(`.${host}`)
    })
}

/** A broken proxy setting stops the request: going around a proxy that someone set would be worse than an error. */
function parseProxy(text: string): URL {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : null
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new AppError('INVALID_INPUT', 'The proxy address is not an http or https address', { setting: 'network.proxy' })
}

/** The proxy for an address, or null for a direct connection. A loopback address never goes through a proxy. */
export function proxyFor(url: URL, network: Settings['network'], env: ProxyEnvironment): URL | null {
  if (isLoopback(url)) return null
  switch (network.proxy) {
    case 'none':
      return null
    case 'manual':
      return parseProxy(network.proxyUrl)
    case 'system': {
      const proxy = url.protocol === 'https:' ? env.httpsProxy : env.httpProxy
      return proxy === '' || isExempt(url, env.noProxy) ? null : parseProxy(proxy)
    }
  }
}
