import { expect, test } from 'vitest'
import { namedProfile } from '../../../src/main/start-options.ts'
import { mainTexts } from '../../../src/main/texts.ts'

test('the profile named in the command wins over the environment, and is taken from where the person stands', () => {
  expect(namedProfile(['--profile', 'mine'], { HEARTH_PROFILE: '/other' }, '/home/me')).toBe('/home/me/mine')
  expect(namedProfile(['--no-sandbox', '.', '--profile=/a/b'], {}, '/home/me')).toBe('/a/b')
  expect(namedProfile([], { HEARTH_PROFILE: 'other' }, '/home/me')).toBe('/home/me/other')
})

test('without a name, or with an empty one, the usual place is meant', () => {
  expect(namedProfile([], {}, '/home/me')).toBeNull()
  expect(namedProfile(['--profile='], { HEARTH_PROFILE: '' }, '/home/me')).toBeNull()
  expect(namedProfile(['--profile'], {}, '/home/me')).toBeNull()
})

test('the shell speaks Chinese to every Chinese system and English to others, unless the person chose', () => {
  expect(mainTexts('auto', 'zh-TW').copy).toBe('复制')
  expect(mainTexts('auto', 'ZH').copy).toBe('复制')
  expect(mainTexts('auto', 'de-DE').copy).toBe('Copy')
  expect(mainTexts('en', 'zh-CN').copy).toBe('Copy')
  expect(mainTexts('zh', 'en-US').copy).toBe('复制')
})
