/**
 * Chromium knows no scheme `app:`, so `app://main/x` is served as `https://main.app.localhost/x`: a secure origin of its own that no
 * name server answers for. The app sees only its own address; the page sees the mapped one.
 */
const custom = new Set<string>()

export function registerScheme(scheme: string): void {
  custom.add(scheme)
}

export function isCustomScheme(scheme: string): boolean {
  return custom.has(scheme)
}

export function toChromiumUrl(url: string): string {
  const parsed = URL.parse(url)
  const scheme = parsed?.protocol.slice(0, -1)
  if (!parsed || scheme === undefined || !custom.has(scheme)) return url
  return `https://${parsed.host}.${scheme}.localhost${parsed.pathname || '/'}${parsed.search}${parsed.hash}`
}

export function toAppUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || parsed.port !== '' || parsed.username !== '') return url
  const match = /^(.+)\.([a-z][a-z0-9-]*)\.localhost$/.exec(parsed.hostname)
  const [host, scheme] = [match?.[1], match?.[2]]
  if (host === undefined || scheme === undefined || !custom.has(scheme)) return url
  return `${scheme}://${host}${parsed.pathname}${parsed.search}${parsed.hash}`
}

/** Origin as Electron's frames report it: `app://main` for standard custom schemes, `null` for opaque ones. */
export function appOrigin(url: string): string {
  const parsed = URL.parse(toAppUrl(url))
  if (!parsed) return 'null'
  return custom.has(parsed.protocol.slice(0, -1)) ? `${parsed.protocol}//${parsed.host}` : parsed.origin
}
