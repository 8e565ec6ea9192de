import type { Destination } from '../../shared/model/privacy.ts'
import type { Purpose } from '../../shared/model/receipt.ts'

/** What the gate must know of a request before it opens a connection. */
export interface OutgoingContext {
  readonly purpose: Purpose
  readonly conversationId: string | null
  readonly turnId: string | null
  /** Facts whose text is in the request. */
  readonly factIds: readonly string[]
  /** `remote` for a loopback address that forwards to a cloud; a loopback address is `local` otherwise. */
  readonly declared: Destination | null
  /** Text made by the product's own code (such as today's date), which the last check leaves out of account. */
  readonly runtimeText: readonly string[]
}

/** The subset of `fetch` that the product uses; the OpenAI client takes it as its `fetch` option. */
export type GateFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The only way to the network. Everything else receives it as a port. */
export interface Gate {
  /**
   * A `fetch` for one purpose. Rejects with AppError `OFFLINE` (offline switch), `PRIVATE_BLOCKED` (a protected value is
   * left in a remote request), `PROVIDER_DOWN` (no connection; `data.reason` says which kind), `PROVIDER_BAD_REPLY` (not HTTP, or a redirect;
   * a download is given the redirect and follows it by a request of its own),
   * `INVALID_INPUT` (another scheme, method or kind of body, a proxy or a file of authorities that cannot be used), and with the reason of an
   * aborted signal. Writes the receipt before it connects.
   */
  fetchFor(context: OutgoingContext): GateFetch
  /** Where an address leads: literal 127.0.0.0/8, ::1 or `localhost` is local unless declared remote; all else is remote. */
  destinationOf(url: string, declared: Destination | null): Destination
}
