import { closed } from './closed.ts'
import { isCustomScheme, registerScheme } from './schemes.ts'

type ProtocolHandler = (request: Request) => Response | Promise<Response>

/** `protocol` of one session. */
export class Protocol {
  private readonly handlers = new Map<string, ProtocolHandler>()

  handle(scheme: string, handler: ProtocolHandler): void {
    if (!isCustomScheme(scheme)) throw new Error(`The stand-in serves only schemes of registerSchemesAsPrivileged, not '${scheme}'`)
    if (this.handlers.has(scheme)) throw new Error(`The scheme ${scheme} is already intercepted`)
    this.handlers.set(scheme, handler)
  }

  unhandle(scheme: string): void {
    this.handlers.delete(scheme)
  }

  isProtocolHandled(scheme: string): boolean {
    return this.handlers.has(scheme)
  }

  /** Not Electron's: the page driver asks for the answer to an intercepted request. */
  handlerOf(url: string): ProtocolHandler | undefined {
    return this.handlers.get(url.slice(0, url.indexOf(':')))
  }
}

interface SchemePrivileges {
  readonly scheme: string
  readonly privileges?: { readonly standard?: boolean; readonly secure?: boolean; readonly bypassCSP?: boolean }
}

export function registerSchemesAsPrivileged(schemes: readonly SchemePrivileges[]): void {
  for (const { scheme, privileges } of schemes) {
    if (!privileges?.standard || !privileges.secure || privileges.bypassCSP) {
      throw new Error(`The stand-in maps '${scheme}' to a standard and secure origin under its own CSP; ask for exactly that`)
    }
    registerScheme(scheme)
  }
}

export function closedProtocol(protocol: Protocol): Protocol {
  return closed('protocol', protocol)
}
