import { describe, expect, test } from 'vitest'
import { filterMessages, isSmallTalk, type FilterMessage } from '../../../../src/core/memory/extraction/filter.ts'

let count = 0
function said(role: FilterMessage['role'], content: string, more: Partial<FilterMessage> = {}): FilterMessage {
  count += 1
  const origin = role === 'assistant' ? 'assistant' : role === 'tool' ? 'tool' : 'user'
  return { id: `m${count}`, role, origin, content, hasToolCalls: false, hidden: false, ...more }
}
const texts = (...messages: FilterMessage[]): string[] => filterMessages(messages).map((message) => message.content)

describe('what is read for lasting facts', () => {
  test.each([
    '你好',
    '您好！',
    '好的',
    '嗯',
    '嗯嗯。',
    '谢谢',
    '好的，谢谢',
    '谢谢你啦～',
    'ok',
    'OK!',
    'hi',
    'Hello :)',
    'Thank you so much!',
    '👍',
    '  '
  ])('%j says nothing of the person, and so does the answer to it', (greeting) => {
    expect(isSmallTalk(greeting)).toBe(true)
    expect(texts(said('user', greeting), said('assistant', '你好！你喜欢蓝色，对吗？'))).toEqual([])
  })

  test('a sentence that begins with a nod stays', () => {
    const wish = '好的，不过以后解释代码请先给最小示例'
    expect(texts(said('user', wish), said('assistant', '记下了'))).toEqual([wish, '记下了'])
    expect(texts(said('user', 'Thanks, I moved to Oslo'))).toEqual(['Thanks, I moved to Oslo'])
  })

  test('tool calls, tool results and the text of memory, the app, tools and uploads are left out', () => {
    expect(
      texts(
        said('user', '我住在杭州，天气怎么样'),
        said('assistant', '我查一下', { hasToolCalls: true }),
        said('tool', '晴，用户住在北京'),
        said('user', '已知：用户喜欢红色', { origin: 'memory' }),
        said('user', '你是一个助手', { origin: 'runtime' }),
        said('user', '简历：我叫王五', { origin: 'upload' }),
        said('system', '你是客服', { origin: 'runtime' }),
        said('assistant', '杭州今天晴')
      )
    ).toEqual(['我住在杭州，天气怎么样', '杭州今天晴'])
  })

  test('what is hidden is left out, but the answer to a question that was put stays', () => {
    expect(texts(said('user', '我住在北京', { hidden: true }), said('user', '我住在上海'))).toEqual(['我住在上海'])
    expect(texts(said('user', '用第二种', { hidden: true, answersQuestion: true }))).toEqual(['用第二种'])
  })

  test('files inside a message are left out, the words beside them stay', () => {
    const block = '<uploaded_files>\n- cv.pdf: I am called Bob\n</uploaded_files>'
    expect(texts(said('user', `${block}\n\n我是做后端的，帮我看看`))).toEqual(['我是做后端的，帮我看看'])
    expect(texts(said('user', 'look <uploaded_files> never closed, I live in Rome'))).toEqual(['look'])
  })

  test('the answer to files alone is left out with them', () => {
    expect(texts(said('user', '<uploaded_files>cv.pdf</uploaded_files>'), said('assistant', '你叫王五'))).toEqual([])
  })

  test('without a word of the person nothing is read', () => {
    expect(texts(said('assistant', '你喜欢蓝色'))).toEqual([])
    expect(texts(said('assistant', '有什么可以帮你？'), said('user', '谢谢'))).toEqual([])
  })

  test('an answer after small talk is read again once the person says something', () => {
    expect(texts(said('user', '你好'), said('assistant', '你好'), said('user', '我叫小明'), said('assistant', '你好小明'))).toEqual([
      '我叫小明',
      '你好小明'
    ])
  })
})
