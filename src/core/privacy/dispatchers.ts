import { AppError } from '../kernel/app-error.ts'
import { secureContextWith } from './authorities.ts'
import { isLoopback } from './destination.ts'
import { proxyFor } from './proxy.ts'
import type { LookupFunction } from 'node:net'
import type { Agent, Dispatcher, ProxyAgent } from 'undici'
import type { Settings } from '../../shared/model/settings.ts'
import type { ProxyEnvironment } from './proxy.ts'

/** How one request is put on the wire. */
export interface Route {
  readonly dispatcher: Dispatcher
  readonly origin: string
  readonly path: string
  /** Headers that the way itself needs: the target's host and the proxy's credentials. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Dispatchers {
  /** Loads what opens connections, once; `routeTo` needs it. */
  prepare(): Promise<void>
  /** @throws AppError `INVALID_INPUT` for a proxy or a file of authorities that cannot be used */
  routeTo(url: URL, network: Settings['network']): Route
  /** Cuts every connection. */
  close(): Promise<void>
}

type Undici = typeof import('undici')

const MOST_KEPT = 6

/** `localhost` means these two addresses, whatever a resolver or a hosts file says. */
const pinnedLookup: LookupFunction = (_name, options, callback) => {
  if (options.all === true) {
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 }
    ])
  } else callback(null, '127.0.0.1', 4)
}

/** Payloads are timed by whoever reads them, since keep-alive comments must not count; so there are no timeouts here but the connection's. */
const patient = { allowH2: false, headersTimeout: 0, bodyTimeout: 0 }

function directAgent(undici: Undici, network: Settings['network'], { pinned, secure }: { pinned: boolean; secure: boolean }): Agent {
  // A model server that speaks plain HTTP is not kept away by a certificate file that went bad.
  const secureContext = secure ? secureContextWith(network.caFile) : undefined
  return new undici.Agent({
    ...patient,
    connect: {
      timeout: network.connectMs,
      ...(pinned ? { lookup: pinnedLookup } : {}),
      ...(secureContext === undefined ? {} : { secureContext })
    }
  })
}

function credentials(proxy: URL): string | null {
  if (proxy.username === '') return null
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

function tunnelAgent(undici: Undici, proxy: URL, network: Settings['network']): ProxyAgent {
  const secureContext = secureContextWith(network.caFile)
  const tls = { timeout: network.connectMs, ...(secureContext === undefined ? {} : { secureContext }) }
  const token = credentials(proxy)
  return new undici.ProxyAgent({
    ...patient,
    uri: proxy.origin,
    ...(token === null ? {} : { token }),
    requestTls: tls,
    proxyTls: tls,
    // A proxy that accepts and then says nothing must not hold the connection for ever.
    clientFactory: (origin, options) => new undici.Pool(origin, { ...options, headersTimeout: network.connectMs })
  })
}

/** Connections are kept per setting, so that a turn reuses those of the last one and a change of settings takes effect at once. */
export function createDispatchers(env: ProxyEnvironment): Dispatchers {
  const kept = new Map<string, Dispatcher>()
  let undici: Undici | null = null

  function keep(kind: string, network: Settings['network'], make: (loaded: Undici) => Dispatcher): Dispatcher {
    const key = JSON.stringify([kind, network.caFile, network.connectMs])
    const known = kept.get(key)
    if (known !== undefined) return known
    if (undici === null) throw new AppError('INTERNAL', 'The gate is not prepared')
    const made = make(undici)
    kept.set(key, made)
    const [oldest] = kept
    if (kept.size > MOST_KEPT && oldest !== undefined) {
      kept.delete(oldest[0])
      void oldest[1].close()
    }
    return made
  }

  return {
    async prepare() {
      // Not imported above: it takes about 90 ms, which the start of the app should not pay.
      undici ??= await import('undici')
    },
    routeTo(url, network) {
      const path = `${url.pathname}${url.search}`
      const proxy = proxyFor(url, network, env)
      if (proxy === null) {
        const pinned = isLoopback(url)
        const secure = url.protocol === 'https:'
        const kind = `${pinned ? 'loopback' : 'direct'} ${url.protocol}`
        const dispatcher = keep(kind, network, (loaded) => directAgent(loaded, network, { pinned, secure }))
        return { dispatcher, origin: url.origin, path, headers: {} }
      }
      if (url.protocol === 'https:') {
        const dispatcher = keep(`tunnel ${proxy.href}`, network, (loaded) => tunnelAgent(loaded, proxy, network))
        return { dispatcher, origin: url.origin, path, headers: {} }
      }
      const token = credentials(proxy)
      return {
        dispatcher: keep('direct http:', network, (loaded) => directAgent(loaded, network, { pinned: false, secure: false })),
        origin: proxy.origin,
        path: `${url.origin}${path}`,
        headers: { host: url.host, ...(token === null ? {} : { 'proxy-authorization': token }) }
      }
    },
    async close() {
      const all = [...kept.values()]
      kept.clear()
      await Promise.all(all.map((dispatcher) => dispatcher.destroy()))
    }
  }
}
