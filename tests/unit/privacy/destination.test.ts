import { describe, expect, test } from 'vitest'
import { destinationOf, isLoopback } from '../../../src/core/privacy/destination.ts'

const local = [
  'http://127.0.0.1:11434/v1',
  'http://127.8.9.10/',
  'http://[::1]:1234/',
  'http://localhost:11434/v1',
  'http://LOCALHOST/',
  'https://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://１２７.0.0.1/'
]

const remote = [
  'http://127.0.0.1.evil.example/',
  'http://localhost@evil.example/',
  'http://127.0.0.1@evil.example/',
  'http://localhost:80@evil.example/',
  'http://user:word@127.0.0.1/',
  'http://0.0.0.0/',
  'http://0/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://localhost.evil.example/',
  'http://evil.localhost/',
  'http://localhost./',
  'http://loca\u0131host/',
  'http://128.0.0.1/',
  'http://192.168.1.5/',
  'http://evil.example/?http://127.0.0.1/',
  'http://evil.example/#@127.0.0.1',
  'http://evil.example\\@127.0.0.1/',
  'https://api.deepseek.com',
  'ftp://127.0.0.1/',
  'file:///etc/hosts',
  'data:text/plain,127.0.0.1',
  'javascript:127.0.0.1',
  '127.0.0.1:80',
  '//127.0.0.1/',
  'http://256.0.0.1/',
  ''
]

describe('destination', () => {
  test.each(local)('%s stays on this machine', (url) => {
    expect(destinationOf(url, null)).toBe('local')
    expect(isLoopback(new URL(url))).toBe(true)
  })

  test.each(remote)('%s is another machine', (url) => {
    expect(destinationOf(url, null)).toBe('remote')
  })

  test.each(local)('%s declared remote is remote', (url) => {
    expect(destinationOf(url, 'remote')).toBe('remote')
  })

  test.each(remote)('%s declared local is still remote', (url) => {
    expect(destinationOf(url, 'local')).toBe('remote')
  })
})
