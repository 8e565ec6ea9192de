import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import * as z from 'zod'
import { isAppUrl } from './app-origin.ts'

/** Written by the build: the names of all files of the window, so that nothing else in the folder can be asked for. */
export const MANIFEST_FILE = 'files.json'

export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'"
].join('; ')

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf'
}

function answer(body: Uint8Array<ArrayBuffer> | string, status: number, type: string): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': type,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store'
    }
  })
}

/** Path of the asked file inside the manifest's world; null for a stranger's address or one that does not decode. */
function askedFile(url: string): string | null {
  if (!isAppUrl(url)) return null
  try {
    return decodeURIComponent(new URL(url).pathname).slice(1)
  } catch {
    return null
  }
}

/**
 * Answers `app://main/…` from the built window.
 * @param folder the built renderer, with its manifest
 * @returns a handler that gives 404 for every name that the manifest does not hold
 */
export function createAppProtocol(folder: string): (request: Request) => Promise<Response> {
  const names = z.array(z.string()).parse(JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')))
  const manifest = new Set(names)
  return async (request) => {
    const name = askedFile(request.url)
    if (name === null || request.method !== 'GET' || !manifest.has(name)) return answer('Not found', 404, 'text/plain; charset=utf-8')
    const type = MEDIA_TYPES[extname(name)] ?? 'application/octet-stream'
    return answer(new Uint8Array(await readFile(join(folder, name))), 200, type)
  }
}
