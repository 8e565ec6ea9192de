/** Control, bidirectional, zero-width and space characters: they can make an address look like another one. */
const DECEPTIVE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]/u
const MAIL_FIELDS = new Set(['subject', 'body', 'cc', 'bcc', 'to'])

export interface ExternalUrl {
  /** As it will be opened: everything unusual is percent-encoded. */
  readonly href: string
  /** Host in ASCII, or the mail address. */
  readonly host: string
}

/**
 * @returns null for whatever Hearth never hands to the system: other schemes, user names in an address, deceptive characters, and mail
 * fields beyond the usual (some mail programs attach files that a link names)
 */
export function parseExternalUrl(text: string): ExternalUrl | null {
  if (DECEPTIVE.test(text)) return null
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '') return null
  if (url.protocol === 'https:') return { href: url.href, host: url.host }
  if (url.protocol !== 'mailto:') return null
  const fieldsAreUsual = [...url.searchParams.keys()].every((name) => MAIL_FIELDS.has(name.toLowerCase()))
  return fieldsAreUsual && url.pathname.includes('@') ? { href: url.href, host: decodeMail(url.pathname) } : null
}

/** A mail address that hides characters behind percent signs is shown as it is written. */
function decodeMail(path: string): string {
  try {
    const decoded = decodeURIComponent(path)
    return DECEPTIVE.test(decoded) ? path : decoded
  } catch {
    return path
  }
}
