import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createProtectedValues } from '../../../src/core/privacy/protected-values.ts'
import { textsToCheck } from '../../../src/core/privacy/last-check.ts'
import { encodings } from './encodings.ts'
import type { PrivateText } from '../../../src/core/privacy/protected-values.ts'

function protect(texts: readonly string[], author: PrivateText['author'] = 'person') {
  return createProtectedValues({ revision: () => 1, privateTexts: () => texts.map((text) => ({ text, author })) })
}

const finds = (text: string, inText: string, author?: PrivateText['author']) => protect([text], author).findIn([inText]) > 0

/** Private texts of every kind that is protected, and what of each must be found. */
const kinds: readonly (readonly [string, string])[] = [
  ['我对青霉素过敏', '我对青霉素过敏'],
  ['我叫小明，喜欢打篮球。', '我叫小明，喜欢打篮球'],
  ['最喜欢的猫叫棉花糖🐱', '最喜欢的猫叫棉花糖'],
  ['I am allergic to penicillin', 'I am allergic to penicillin'],
  ['Мой врач живёт на улице Мира', 'Мой врач живёт на улице Мира'],
  ['私はペニシリンアレルギーです', '私はペニシリンアレルギーです'],
  ['我的电话是 138-0013-8000', '13800138000'],
  ['call me: +86 138 0013 8000', '13800138000'],
  ['or +852 2123 4567', '2123 4567'],
  ['or 0045 32 12 34 56', '32123456'],
  ['身份证 110105194912310021', '110105194912310021'],
  ['card 4111 1111 1111 1111', '4111111111111111'],
  ['mail me at Xiao.Ming+home@example.cn please', 'xiao.ming+home@example.cn'],
  ['db is at postgres://admin:pa55word@db.example.cn/main', 'admin:pa55word'],
  ['my key: sk-abcDEF123456ghiJKL', 'sk-abcDEF123456ghiJKL'],
  ['token dGhpcyBpcyBhIFRva2VuIDEyMzQ1', 'dGhpcyBpcyBhIFRva2VuIDEyMzQ1'],
  ['hash 9f86d081884c7d659a2feaa0c55ad015', '9f86d081884c7d659a2feaa0c55ad015'],
  ['First I went home. My doctor said that it is serious. Then I slept', 'my doctor said that it is serious'],
  ['今天去了医院。医生说情况不太好。回家睡觉。', '医生说情况不太好'],
  ['我有糖尿病。我每天打针。', '我有糖尿病'],
  ['我有糖尿病。我每天打针。', '我每天打针'],
  ['住在幸福路18号302室', '幸福路18号302室'],
  ['住在幸福路18号302室', '幸福路 18 号怎么走'],
  ['我家在杭州市阳光小区３栋502，密码别说', '阳光小区3栋'],
  ['I live at 12 Elm Street, second floor', '12 elm street'],
  ['Grandma moved to 221b Old Baker Rd. last year', '221B Old Baker Rd']
]

const surroundings = fc
  .array(fc.constantFrom('好的', ' ', 'xyz ', '，', '!', 'the cat', '\n', '“', '（', '说：'), { maxLength: 4 })
  .map((parts) => parts.join(''))

/** A JSON value with a text somewhere in it, as a string or as a key. */
function somewhere(text: string): fc.Arbitrary<unknown> {
  return fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constant(text),
      fc.constant({ [text]: 1 }),
      fc.tuple(fc.string(), tie('tree')).map(([key, value]) => ({ other: 'x', [`k${key}`]: value })),
      fc.tuple(fc.jsonValue({ maxDepth: 1 }), tie('tree')).map((pair) => pair)
    )
  })).tree
}

describe('what is found', () => {
  test.each(kinds)('of "%s": %s', (text, wanted) => {
    expect(finds(text, `so: ${wanted}!`)).toBe(true)
  })

  test.each(Object.keys(encodings))('a value of any kind, as %s, in any position of a JSON body', (name) => {
    const encode = encodings[name]
    if (encode === undefined) throw new Error('no such encoding')
    const values = protect(kinds.map(([text]) => text))
    const arbitrary = fc
      .tuple(fc.constantFrom(...kinds.map(([, wanted]) => wanted)), surroundings, surroundings, fc.infiniteStream(fc.nat()))
      .chain(([wanted, before, after, numbers]) => {
        const choice = (most: number) => (numbers.next().value ?? 0) % (most + 1)
        return somewhere(`${before}${encode(wanted, choice)}${after}`)
      })
    fc.assert(
      fc.property(arbitrary, (json) => {
        const outgoing = { url: new URL('http://a.test/'), method: 'POST', headers: {}, body: '', json, dropped: 0 } as const
        return values.findIn(textsToCheck(outgoing, [])) > 0
      }),
      { numRuns: 60 }
    )
  })

  test('short numbers with separators, but not inside longer ones or ids', () => {
    for (const text of [
      '4711',
      'code 4711!',
      '密码是4711号',
      '47 11',
      '4-7-1-1',
      '４７１１',
      'x4711',
      '4711x',
      'a=4711&b',
      '12 4711',
      '2024-4711'
    ]) {
      expect([text, finds('the code is 4711', text)]).toEqual([text, true])
    }
    for (const text of ['471', '47110', '14711', 'a4711b', '47:11', '4, 7, 1, 1', '47 eleven']) {
      expect([text, finds('the code is 4711', text)]).toEqual([text, false])
    }
  })

  test('numbers count once, however often they occur, and each value by itself', () => {
    const values = protect(['door code 4711', 'safe code 9922'])
    expect(values.findIn(['4711 4711', '4711'])).toBe(1)
    expect(values.findIn(['4711', '9922'])).toBe(2)
    expect(values.findIn([])).toBe(0)
  })
})

describe('what is never a value', () => {
  test.each(['杭州', '猫', '篮球', 'penicillin', 'blue', 'Hangzhou', '12', '123', 'to day', 'a b', '...', '👍', '喜欢', '喜欢 tea'])(
    '"%s" alone',
    (text) => {
      expect(finds(text, `we speak of ${text} and ${text}.`)).toBe(false)
    }
  )

  test('the parts of a phone number or a date, and a single word of a sentence', () => {
    const text = '我在 2026-11-30 打了 138 0013 8000，和 penicillin 有关'
    for (const part of ['2026', '8000', '0013', '11-30', 'penicillin', '我在', '有关'])
      expect([part, finds(text, part)]).toEqual([part, false])
    expect(finds(text, 'on 2026/11/30')).toBe(true)
  })

  test('common phrases of a model in a private conversation', () => {
    const answer = '您好！有什么可以帮您的吗？请随时告诉我。In 1949 there were 2500 of them. Let me know if you have any questions.'
    for (const text of ['有什么可以帮您的吗', '1949', '2500 of them', 'Let me know if you have any questions']) {
      expect([text, finds(answer, text, 'machine')]).toEqual([text, false])
    }
    expect(finds(`${answer} Call 13800138000`, '138 0013 8000', 'machine')).toBe(true)
    const long = '根据您的体检报告，您的青霉素过敏情况需要特别注意，请务必告知每一位医生'
    expect(finds(`好的。${long}。`, `他说：${long}！`, 'machine')).toBe(true)
  })

  test('the way to a street, its name alone, other numbers in it; an address that a model wrote', () => {
    for (const text of ['幸福路怎么走', '幸福路19号', '走幸福路18分钟'])
      expect([text, finds('住在幸福路18号302室', text)]).toEqual([text, false])
    for (const text of ['Elm Street', '13 Elm Street', '12 streets'])
      expect([text, finds('I live at 12 Elm Street', text)]).toEqual([text, false])
    expect(finds('那家店在幸福路18号。', '幸福路18号', 'machine')).toBe(false)
  })

  test('a phrase of four characters out of several', () => {
    for (const text of ['谢谢你了', '我知道了']) expect([text, finds(`${text}。我明天要去医院。`, text)]).toEqual([text, false])
  })

  test('plain texts without a value are let through', () => {
    const values = protect(kinds.map(([text]) => text))
    const words = [
      '篮球',
      '医生',
      'doctor',
      'home',
      '2026',
      '%',
      '&',
      '\\u',
      '&#',
      '12',
      ' ',
      '-',
      '。',
      'penicillin',
      '过敏',
      'call_00_x',
      '{"a":1}',
      '100%'
    ]
    const plain = fc.array(fc.oneof(fc.constantFrom(...words), fc.string(), fc.double().map(String)), { maxLength: 40 })
    fc.assert(
      fc.property(plain, (parts) => values.findIn([parts.join('')]) === 0),
      { numRuns: 500 }
    )
  })
})

describe('the index', () => {
  test('agrees with a search for each value by itself, for many alike', () => {
    const texts = Array.from({ length: 300 }, (_, at) => `the user said that item ${at} of the list is secret`)
    const values = protect(texts)
    fc.assert(
      fc.property(fc.subarray(texts, { maxLength: 6 }), (some) => values.findIn([some.join(' | ')]) === some.length),
      { numRuns: 100 }
    )
  })

  test('tells long texts apart that begin alike', () => {
    const start = '我们在一起的时候常常说起的那件事情，其实谁也没有忘记，只是谁也不愿意先开口，因为那年冬天实在太冷了，而我们都还太年轻，'
    const values = protect([`${start}后来他走了`, `${start}后来我走了`])
    expect(values.findIn([`${start}后来他走了`])).toBe(1)
    expect(values.findIn([`${start}后来我走了`])).toBe(1)
    expect(values.findIn([`${start}后来`])).toBe(0)
  })

  test.each(['字', 'a', '1', '.', '1 ', '%', '%41', '\\\\', '\\u005c', '&amp;', 'a@', 'a:/', '+1', '-', '0 -', '=', '\u200b', '%25'])(
    'a long text of "%s" takes no quadratic time',
    (unit) => {
      const text = unit.repeat(20_000 / unit.length)
      const before = process.cpuUsage()
      protect([`${text}我`, 'the code is 4711']).findIn([text])
      const { user, system } = process.cpuUsage(before)
      // Less than 0.1 s of processor time; quadratic patterns took more than 5 s.
      expect((user + system) / 1e6).toBeLessThan(2)
    }
  )

  test.each([
    ['我的银行密码是 hunter2Zebra', '我的密码是hunter2Zebra对吗'],
    ['my password: Pa$s-word', 'is Pa$s-word a good one'],
    ['车牌 沪A8K2Q19X', 'about 沪A8K2Q19X']
  ])('a password or a mixed run in "%s" is a value of its own', (fact, message) => {
    expect(protect([fact]).findIn([message])).toBeGreaterThan(0)
  })

  test.each([
    ['my password is important to me', 'this is important'],
    ['I bought an iPhone15', 'tell me about the iPhone15'],
    ['we use python312', 'python312 or later']
  ])('a word of "%s" is not', (fact, message) => {
    expect(protect([fact]).findIn([message])).toBe(0)
  })

  test('is made anew when the revision changes, and only then', () => {
    let revision = 1
    let reads = 0
    let texts: readonly PrivateText[] = []
    const values = createProtectedValues({
      revision: () => revision,
      privateTexts: () => {
        reads += 1
        return texts
      }
    })
    expect(values.findIn(['我对青霉素过敏'])).toBe(0)
    texts = [{ text: '我对青霉素过敏', author: 'person' }]
    values.findIn(['x'])
    expect(reads).toBe(1)
    revision = 2
    expect(values.findIn(['我对青霉素过敏'])).toBe(1)
    texts = []
    revision = 3
    expect(values.findIn(['我对青霉素过敏'])).toBe(0)
    expect(reads).toBe(3)
  })
})
