import { describe, expect, test } from 'vitest'
import { isQuestion } from '../../../src/core/memory/text/question.ts'
import { parseCommand } from '../../../src/shared/turn/command.ts'

describe('commands', () => {
  test.each([
    ['记住：我喜欢蓝色', 'remember', '我喜欢蓝色'],
    ['记住: 我喜欢蓝色 ', 'remember', '我喜欢蓝色'],
    ['記住：我喜歡藍色', 'remember', '我喜歡藍色'],
    ['Remember: I like blue', 'remember', 'I like blue'],
    ['  REMEMBER：two\nlines', 'remember', 'two\nlines'],
    ['私密：密码 1234', 'private', '密码 1234'],
    ['private : my pin', 'private', 'my pin']
  ])('%j', (text, kind, rest) => {
    expect(parseCommand(text)).toEqual({ kind, rest })
  })

  test.each(['记住', '记住：', '记住： \n', 'please remember: this', '我记住：不', 'remembering: x', 'private', 'private:', ''])(
    '%j is none',
    (text) => {
      expect(parseCommand(text)).toEqual({ kind: 'none' })
    }
  )

  test.each([
    '我叫什么？',
    '我叫什么',
    '你知道我住哪里吗',
    '1+1 等于几?',
    'What is my name',
    'is it blue',
    '杭州的天气怎么样',
    '你还记得我的生日吗'
  ])('%j asks', (text) => {
    expect(isQuestion(text)).toBe(true)
  })

  test.each(['我对青霉素过敏', '我喜欢蓝色', 'My name is Ada', '密码是 884422', 'Isabel is my sister', 'whatever'])('%j tells', (text) => {
    expect(isQuestion(text)).toBe(false)
  })
})

describe('a private message is never sent for a matter of spelling', () => {
  test.each([
    '记住：私密：我的密码',
    'remember: private: my secret',
    'private: remember: my secret',
    'ｐｒｉｖａｔｅ: my secret',
    '\u200bprivate: my secret',
    'pri\u200bvate: my secret',
    '私密﹕我的密码',
    '私密∶我的密码',
    '**private:** my secret',
    '> private: my secret',
    '"private: my secret"',
    '- 私密：我的密码',
    'PRIVATE : my secret'
  ])('%j', (text) => {
    const command = parseCommand(text)
    expect(command.kind).toBe('private')
    expect(command.kind === 'private' && command.rest).toMatch(/^(my secret|我的密码)/)
  })

  test.each(['privately: said', 'a private: b', 'private', 'private:', '这是私密：吗', 'remember'])('%j is an ordinary message', (text) => {
    expect(parseCommand(text)).toEqual({ kind: 'none' })
  })

  test('what is remembered is kept as it was written, joined emoji and full-width digits included', () => {
    expect(parseCommand('记住：👨‍👩‍👧 １２３')).toEqual({ kind: 'remember', rest: '👨‍👩‍👧 １２３' })
  })
})
