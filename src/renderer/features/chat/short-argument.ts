const AT_MOST = 60

/** The first plain value of a call's arguments, for its one line; empty when there is none or the JSON does not parse. */
export function shortArgument(args: string): string {
  try {
    const parsed: unknown = JSON.parse(args)
    if (typeof parsed !== 'object' || parsed === null) return ''
    const value = Object.values(parsed).find((each) => typeof each === 'string' || typeof each === 'number')
    const text = value === undefined ? '' : String(value).replace(/\s+/gu, ' ')
    return text.length > AT_MOST ? `${text.slice(0, AT_MOST)}…` : text
  } catch {
    return ''
  }
}
