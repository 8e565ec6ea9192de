import { describe, expect, test } from 'vitest'
import { parseExternalUrl } from '../../../src/main/external-url.ts'

describe('an address that may leave the app', () => {
  test('is https, or mail, with what will be opened and its host', () => {
    expect(parseExternalUrl('https://例え.jp/路?q=1')).toEqual({ href: 'https://xn--r8jz45g.jp/%E8%B7%AF?q=1', host: 'xn--r8jz45g.jp' })
    expect(parseExternalUrl('mailto:a@example.com?subject=hi')).toEqual({ href: 'mailto:a@example.com?subject=hi', host: 'a@example.com' })
  })

  test.each([
    'http://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'hearth://install',
    'smb://host/share',
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://:secret@example.com',
    'https://example.com/\u202Egnp.exe',
    'https://exa\u200Bmple.com',
    'https://example.com/\u0000',
    ' https://example.com',
    'https://example.com/a b',
    'https://example.com/\n',
    'mailto:a@example.com?attach=/etc/passwd',
    'mailto:a@example.com?subject=x&Attachment=/etc/passwd',
    'mailto:nobody',
    'example.com',
    ''
  ])('%j never does', (text) => {
    expect(parseExternalUrl(text)).toBeNull()
  })

  test('a mail address that hides a bidirectional mark is shown as it is written', () => {
    expect(parseExternalUrl('mailto:a%E2%80%AE@example.com')?.host).toBe('a%E2%80%AE@example.com')
  })
})
