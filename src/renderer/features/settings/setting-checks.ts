/** True for an address that settings take: http or https, with a host. */
export function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
