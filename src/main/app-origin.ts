/** The scheme and the only host of Hearth's own pages. */
export const APP_SCHEME = 'app'
export const APP_HOST = 'main'
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`

/** True for an address of our own pages. Compares parsed parts: `app://main.evil/` and `app://x@main/` are strangers. */
export function isAppUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    url.protocol === `${APP_SCHEME}:` &&
    url.host === APP_HOST &&
    url.username === '' &&
    url.password === '' &&
    url.port === ''
  )
}
