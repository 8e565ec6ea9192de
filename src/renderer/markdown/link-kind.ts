export type LinkTarget = { readonly kind: 'open'; readonly url: string } | { readonly kind: 'refused' } | { readonly kind: 'inside' }

/**
 * What a click on a link of a text does. Only https and mailto can be opened (by the shell, which asks); the window itself never
 * navigates. A bare `www.` address, which the parser makes http, is asked for as https.
 */
export function linkTarget(href: string | undefined, text: string): LinkTarget {
  if (href === undefined || href === '') return { kind: 'refused' }
  if (href.startsWith('#')) return { kind: 'inside' }
  const wanted = href.startsWith('http://www.') && text.startsWith('www.') ? href.replace('http:', 'https:') : href
  try {
    const { protocol } = new URL(wanted)
    return protocol === 'https:' || protocol === 'mailto:' ? { kind: 'open', url: wanted } : { kind: 'refused' }
  } catch {
    return { kind: 'refused' }
  }
}
