import { AppError } from '../kernel/app-error.ts'
import { destinationOf } from './destination.ts'
import { createDispatchers } from './dispatchers.ts'
import { connectionError, exchange } from './exchange.ts'
import { textsToCheck } from './last-check.ts'
import { readOutgoing } from './outgoing.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Destination } from '../../shared/model/privacy.ts'
import type { Settings } from '../../shared/model/settings.ts'
import type { Gate, OutgoingContext } from './gate.ts'
import type { Outgoing } from './outgoing.ts'
import type { ProtectedValues } from './protected-values.ts'
import type { ProxyEnvironment } from './proxy.ts'
import type { ReceiptDraft, ReceiptStore } from './receipts.ts'

export interface GateOptions {
  readonly receipts: ReceiptStore
  readonly protectedValues: ProtectedValues
  /** Read for each request, so that a change takes effect at once. */
  readonly network: () => Settings['network']
  readonly clock: Clock
  readonly logger: Logger
  readonly env: ProxyEnvironment
}

const WITHHELD = '[withheld]'

export interface OpenGate extends Gate {
  /** Does ahead what the first request would wait for: loading (some 90 ms) and the index of protected values (50 ms for 1,000 facts). */
  prepare(): Promise<void>
  /** Cuts every connection. */
  close(): Promise<void>
}

/**
 * The only maker of network connections in the product. The steps of a request, each of which fails closed: read it into what the lists allow,
 * find its destination, and if that is remote heed the offline switch and make the last check; store its receipt; connect.
 */
export function createGate(options: GateOptions): OpenGate {
  const { receipts, protectedValues, network, clock, logger } = options
  const dispatchers = createDispatchers(options.env)

  function draft(context: OutgoingContext, outgoing: Outgoing, destination: Destination): ReceiptDraft {
    return {
      conversationId: context.conversationId,
      turnId: context.turnId,
      host: outgoing.url.host,
      method: outgoing.method,
      path: `${outgoing.url.pathname}${outgoing.url.search}`,
      purpose: context.purpose,
      destination,
      bytes: Buffer.byteLength(outgoing.body ?? ''),
      factIds: [...context.factIds],
      masked: [],
      headers: outgoing.headers,
      body: outgoing.body ?? '',
      outcome: 'sent'
    }
  }

  /** Nothing left, so a receipt of it must not carry what was held back: no body, and an address only if it is clean. */
  function noteBlocked(context: OutgoingContext, outgoing: Outgoing): string {
    const safe = (text: string) => (protectedValues.findIn([text]) === 0 ? text : WITHHELD)
    const host = safe(outgoing.url.host)
    receipts.begin({
      ...draft(context, outgoing, 'remote'),
      host,
      path: safe(outgoing.url.pathname),
      bytes: 0,
      factIds: [],
      headers: {},
      body: '',
      outcome: 'blocked'
    })
    return host
  }

  function refuseOffline(context: OutgoingContext, outgoing: Outgoing): void {
    if (!network().offline) return
    throw new AppError('OFFLINE', 'The offline switch is on', { host: noteBlocked(context, outgoing) })
  }

  function refusePrivate(context: OutgoingContext, outgoing: Outgoing): void {
    const started = clock.monotonic()
    const count = protectedValues.findIn(textsToCheck(outgoing, context.runtimeText))
    logger.info('gate.checked', { purpose: context.purpose, ms: Math.round(clock.monotonic() - started), found: count })
    if (count === 0) return
    throw new AppError('PRIVATE_BLOCKED', 'A private value is in the request', { host: noteBlocked(context, outgoing), count })
  }

  /** The receipt is there already; that its end cannot be noted (a full disk) must not take the answer away or hide why there is none. */
  function noteEnd(receiptId: string, status: number | null): void {
    try {
      receipts.finish(receiptId, { outcome: status === null ? 'failed' : 'sent', status })
    } catch {
      logger.error('gate.receipt-end', { receiptId })
    }
  }

  async function send(
    context: OutgoingContext,
    outgoing: Outgoing,
    destination: Destination,
    signal: AbortSignal | null
  ): Promise<Response> {
    const host = outgoing.url.host
    const route = dispatchers.routeTo(outgoing.url, network())
    const receiptId = receipts.begin(draft(context, outgoing, destination))
    try {
      // A download follows by itself: a request of its own through the gate, with its own checks and receipt.
      const response = await exchange(route, { ...outgoing, givesRedirect: context.purpose === 'download' }, signal, { host })
      noteEnd(receiptId, response.status)
      return response
    } catch (cause) {
      const status = cause instanceof AppError ? cause.data?.['status'] : null
      noteEnd(receiptId, typeof status === 'number' ? status : null)
      throw signal?.aborted === true ? cause : connectionError(cause, { host })
    }
  }

  return {
    destinationOf,
    fetchFor: (context) => async (input, init) => {
      const outgoing = await readOutgoing(input, init, context.purpose)
      await dispatchers.prepare()
      // From here to the connection nothing waits: what was checked is what goes, against the values of this moment.
      const signal = init?.signal ?? (input instanceof Request ? input.signal : null)
      signal?.throwIfAborted()
      if (outgoing.dropped > 0) logger.warn('gate.dropped-keys', { purpose: context.purpose, count: outgoing.dropped })
      const destination = destinationOf(outgoing.url.href, context.declared)
      if (destination === 'remote') {
        refuseOffline(context, outgoing)
        refusePrivate(context, outgoing)
      }
      return send(context, outgoing, destination, signal)
    },
    async prepare() {
      await dispatchers.prepare()
      protectedValues.findIn([])
    },
    close: () => dispatchers.close()
  }
}
