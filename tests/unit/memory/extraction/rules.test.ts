import { describe, expect, test } from 'vitest'
import { extractByRules } from '../../../../src/core/memory/extraction/rules.ts'

const found = (text: string): string[] => extractByRules(text).map(({ key, content }) => `${key ?? '-'}: ${content}`)

describe('lasting facts without a model', () => {
  test.each<[string, string[]]>([
    ['我叫小明', ['name: 我叫小明']],
    ['你好，我叫苏晓，住在苏州。', ['name: 我叫苏晓', 'city: 我住在苏州']],
    ['我住在杭州', ['city: 我住在杭州']],
    ['我住太原', ['city: 我住太原']],
    ['我现在住成都', ['city: 我现在住成都']],
    ['我上个月搬到上海了', ['city: 我上个月搬到上海了']],
    ['我喜欢蓝色，讨厌香菜', ['likes:蓝色: 我喜欢蓝色', 'likes:香菜: 我讨厌香菜']],
    ['我对花生过敏', ['allergy:花生: 我对花生过敏']],
    ['我的生日是5月3日', ['birthday: 我的生日是5月3日']],
    ['我主要做 Python 后端开发，平时请用中文解释技术问题', ['job: 我主要做 Python 后端开发', '-: 平时请用中文解释技术问题']],
    ['我女儿叫妞妞', ['女儿:name: 我女儿叫妞妞']],
    ['我不再喝咖啡了', ['habit:喝咖啡: 我不再喝咖啡了']],
    ['My name is Tobias Lund.', ['name: My name is Tobias Lund']],
    ["Hi, I'm Priya and I live in Porto.", ["name: I'm Priya", 'city: I live in Porto']],
    ['I work at a bakery in Ghent', ['employer: I work at a bakery in Ghent']],
    ["I'm allergic to peanuts, my birthday is 4 March", ["allergy:peanuts: I'm allergic to peanuts", 'birthday: my birthday is 4 March']],
    ["I'm a software engineer", ["job: I'm a software engineer"]],
    ['I no longer drink coffee', ['habit:drink_coffee: I no longer drink coffee']],
    ["My daughter's name is Nell", ["daughter:name: My daughter's name is Nell"]],
    ["I love hiking but I can't stand camping", ['likes:hiking: I love hiking', "likes:camping: I can't stand camping"]]
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test.each([
    '我住在哪里？',
    '我叫什么名字',
    '你知道我喜欢什么吗',
    'Do I live in Paris?',
    '如果我住在北京，房租要多少',
    '要是我对花生过敏该怎么办',
    'If I live in Paris, what do I pay',
    'Imagine I am a nurse',
    '他说我喜欢蓝色',
    '我妈说我喜欢甜的',
    'She said I live in Rome',
    '“我住在北京”这句话怎么翻译',
    'Translate: I live in Paris. I like wine.',
    '翻译：我喜欢苹果。我住在上海。',
    '我今天喜欢吃辣',
    '我这周住在酒店',
    '我住酒店有点贵',
    '我住在酒店',
    '我现在住一家民宿',
    '我住市中心有点吵',
    '我住这里挺方便',
    "I'm staying in Lisbon this week",
    'I live in a hotel for two weeks',
    '我叫了外卖',
    "I'd like a coffee",
    'I like this answer',
    "I'm a bit tired",
    'My birthday is soon',
    "I'm sorry",
    "I'm German-speaking, maybe",
    '我喜欢你的回答',
    '我可能搬到上海',
    '以后你都可以直接删除旧文件',
    'You can always push to main',
    '这个仓库统一使用 pnpm',
    '```\nI live in Berlin\n```'
  ])('nothing is made of: %s', (text) => {
    expect(found(text)).toEqual([])
  })

  test('the quote stands in the text, and everything is described as the gate wants it', () => {
    const text = '我叫苏晓，住在苏州。'
    for (const candidate of extractByRules(text)) {
      expect(text).toContain(candidate.evidenceText)
      expect(candidate).toMatchObject({ scope: 'user', durability: 'durable', authority: 'descriptive' })
    }
  })

  test('a page of pasted text is read in no time', () => {
    const started = performance.now()
    extractByRules('我住在，，，'.repeat(50_000) + 'i am a '.repeat(50_000))
    extractByRules('I have '.repeat(600) + '。')
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
