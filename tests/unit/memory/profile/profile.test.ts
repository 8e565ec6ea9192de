import { describe, expect, test } from 'vitest'
import type { StoredSection } from '../../../../src/core/memory/profile/profile-store.ts'
import { openDesk } from './support.ts'

const desk = openDesk()
const { tell, texts, say } = desk

const written = (more: Partial<StoredSection> = {}): StoredSection => ({
  section: 'topOfMind',
  audience: 'remote',
  text: 'Learns how agents keep context.',
  edited: false,
  factIds: [],
  messageIds: [],
  givenIds: [],
  privacy: 'open',
  updatedAt: desk.world.time.now,
  ...more
})

describe('a profile without any model', () => {
  test('holds identity first, from facts with and without keys, in Chinese and English', () => {
    tell('我叫小明喜欢蓝色')
    tell('主要做 Python 后端开发', { category: 'context' })
    tell('平时请用中文解释技术问题', { category: 'preference', key: 'response_language' })
    tell('接下来几个月在系统学习 Agent 上下文工程', { category: 'goal' })
    tell('杭州', { key: 'city' })
    expect(texts('remote')).toEqual({
      workContext: '主要做 Python 后端开发',
      personalContext: '我叫小明喜欢蓝色\n杭州',
      topOfMind: '接下来几个月在系统学习 Agent 上下文工程',
      cognitiveStyle: '平时请用中文解释技术问题'
    })
  })

  test.each([
    ['My name is Alex Moreno', 'personalContext'],
    ['I live in Linz since spring', 'personalContext'],
    ['I moved to Oslo', 'personalContext'],
    ['我现在住在成都', 'personalContext'],
    ['I am a backend engineer', 'workContext'],
    ['The user works at a museum', 'workContext'],
    ['用户在一家医院工作', 'workContext'],
    ['Please answer me in English', 'cognitiveStyle']
  ])('knows %j as %s', (text, section) => {
    tell(text)
    expect(texts('remote')).toMatchObject({ [section]: text })
  })

  test.each(['My canoe is orange', '我叫了外卖', 'The spare key hangs behind the clock', 'I love the rain', '小李住在北京的时候我去过'])(
    'leaves out %j, which says nothing of who the person is',
    (text) => {
      tell(text)
      expect(Object.values(texts('local')).join('')).toBe('')
    }
  )

  test('follows the facts at once: superseded, hidden, shown again, forgotten', () => {
    tell('小明', { key: 'name' })
    const now = tell('小红', { key: 'name' })
    expect(texts('remote')).toMatchObject({ personalContext: '小红' })
    desk.world.facts.setDeletion([now], 'del_1', 'with-history')
    expect(texts('remote')).toMatchObject({ personalContext: '' })
    desk.world.facts.undoDeletion('del_1')
    expect(texts('remote')).toMatchObject({ personalContext: '小红' })
    desk.world.facts.erase(now)
    expect(texts('local')).toMatchObject({ personalContext: '' })
  })

  test('a permission is no trait, whoever stored it, and a project fact is none of the person', () => {
    tell('以后回答完你都可以直接删除旧文件', { category: 'preference', key: 'answer_style' })
    tell('解释时统一使用 pnpm', { category: 'preference', namespace: { scope: 'project', projectId: 'p', threadId: null } })
    expect(texts('local')).toMatchObject({ cognitiveStyle: '' })
  })

  test('the text for remote turns is the same whatever is private, and local turns have it all', () => {
    tell('I live in Linz')
    const before = desk.profile.read('remote')
    tell('My name is Walburga', { privacy: 'private' })
    tell('I am a nurse', { privacy: 'ask' })
    expect(desk.profile.read('remote')).toEqual(before)
    expect(texts('local')).toMatchObject({ personalContext: 'My name is Walburga\nI live in Linz', workContext: 'I am a nurse' })
    expect(desk.profile.read('local')).toMatchObject([{ privacy: 'ask' }, { privacy: 'private' }, { privacy: 'open' }, { privacy: 'open' }])
  })

  test('an open fact that holds a protected value stays here like the value', () => {
    tell('My name is Walburga')
    desk.secrets.add('Walburga')
    expect(texts('remote')).toMatchObject({ personalContext: '' })
    expect(texts('local')).toMatchObject({ personalContext: 'My name is Walburga' })
  })

  test('names its sources: the facts, and the messages that they rest on', () => {
    const said = say('我叫小明')
    const id = tell('我叫小明', { evidence: { messageId: said.id, conversationId: said.conversationId, text: '我叫小明' } })
    expect(desk.profile.view()[1]).toEqual({
      section: 'personalContext',
      text: '我叫小明',
      edited: false,
      factIds: [id],
      messageIds: [said.id],
      updatedAt: null
    })
  })
})

describe("the person's own text", () => {
  test('stays, for every audience, until they empty it', () => {
    tell('My name is Alex')
    const mine = desk.profile.edit('personalContext', '  Call me Al.  ')
    expect(mine).toMatchObject({ text: 'Call me Al.', edited: true, updatedAt: '2026-01-01T00:00:00.000Z' })
    tell('My name is Bob')
    expect([texts('remote'), texts('local')]).toMatchObject([{ personalContext: 'Call me Al.' }, { personalContext: 'Call me Al.' }])
    expect(desk.profile.edit('personalContext', '')).toMatchObject({ edited: false, text: 'My name is Bob\nMy name is Alex' })
  })

  test('with private words reaches local turns alone, and nothing is said in its place', () => {
    tell('I live in Linz')
    desk.secrets.add('Walburga')
    desk.profile.edit('personalContext', 'Lives with Walburga.')
    expect(texts('remote')).toMatchObject({ personalContext: '' })
    expect(texts('local')).toMatchObject({ personalContext: 'Lives with Walburga.' })
    expect(desk.profile.read('local')[1]?.privacy).toBe('private')
  })

  test('leaves remote turns when its words become private later', () => {
    desk.profile.edit('personalContext', 'Lives with Walburga.')
    expect(texts('remote')).toMatchObject({ personalContext: 'Lives with Walburga.' })
    desk.secrets.add('Walburga')
    expect(texts('remote')).toMatchObject({ personalContext: '' })
  })

  test('is all that is left when the person does not want the profile written', () => {
    tell('My name is Alex')
    desk.profile.edit('workContext', 'Runs a bakery.')
    desk.profile.store.put(written())
    desk.learning.on = false
    expect(texts('local')).toEqual({ workContext: 'Runs a bakery.', personalContext: '', topOfMind: '', cognitiveStyle: '' })
  })
})

describe('a written section', () => {
  test('counts while what it names is believed, and gives way when that is superseded', () => {
    const goal = tell('Learns how agents keep context', { category: 'goal', key: 'current_goal' })
    desk.profile.store.put(written({ factIds: [goal], givenIds: [goal], text: 'Studies agent context.' }))
    expect([texts('remote'), texts('local')]).toMatchObject([
      { topOfMind: 'Studies agent context.' },
      { topOfMind: 'Studies agent context.' }
    ])
    tell('Learns to bake', { category: 'goal', key: 'current_goal' })
    expect(texts('remote')).toMatchObject({ topOfMind: 'Learns to bake' })
  })

  test('gives way to a newer fact that belongs in it', () => {
    const goal = tell('Learns how agents keep context', { category: 'goal' })
    desk.profile.store.put(written({ factIds: [goal], givenIds: [goal] }))
    desk.world.time.now += 1_000
    tell('Learns to bake', { category: 'goal' })
    expect(texts('remote')).toMatchObject({ topOfMind: 'Learns to bake\nLearns how agents keep context' })
  })

  test('may say that nothing is on their mind any more', () => {
    const goal = tell('Learns how agents keep context', { category: 'goal' })
    desk.profile.store.put(written({ text: '', givenIds: [goal] }))
    expect(texts('remote')).toMatchObject({ topOfMind: '' })
  })

  test('is not used while something that its author was given is hidden or stays here, named or not', () => {
    const quiet = tell('I keep bees')
    const said = say('I keep bees')
    desk.profile.store.put(written({ givenIds: [quiet, said.id] }))
    const shown = (): string | undefined => texts('remote')['topOfMind']
    expect(shown()).not.toBe('')
    desk.world.facts.setDeletion([quiet], 'del_1', 'with-history')
    expect(shown()).toBe('')
    desk.world.facts.undoDeletion('del_1')
    expect(shown()).not.toBe('')
    desk.world.db.prepare("update messages set privacy = 'private' where id = ?").run(said.id)
    expect(shown()).toBe('')
    desk.world.db.prepare("update messages set privacy = 'open' where id = ?").run(said.id)
    desk.world.facts.update(quiet, { privacy: 'private' })
    expect(shown()).toBe('')
  })

  test('for remote turns is what local turns get too, with what stays here behind it', () => {
    const home = tell('I live in Linz')
    desk.profile.store.put(written({ section: 'personalContext', text: 'Lives in Linz.', factIds: [home], givenIds: [home] }))
    const name = tell('My name is Walburga', { privacy: 'private' })
    expect(texts('local')).toMatchObject({ personalContext: 'Lives in Linz.\nMy name is Walburga' })
    expect(desk.profile.read('local')[1]).toMatchObject({ privacy: 'private', factIds: [home, name] })
    expect(texts('remote')).toMatchObject({ personalContext: 'Lives in Linz.' })
  })

  test('that holds a protected value by now reaches no remote turn', () => {
    desk.profile.store.put(written({ text: 'Learns with Walburga.' }))
    desk.secrets.add('Walburga')
    expect(texts('remote')).toMatchObject({ topOfMind: '' })
  })
})

describe('forgetting', () => {
  const edit = (text: string): string => text.replaceAll('bees', '[forgotten]')

  test('drops every written text whose author was given the fact, also a paraphrase, and tells which', () => {
    const bees = tell('I keep bees')
    const other = tell('Learns to bake', { category: 'goal' })
    desk.profile.store.put(written({ section: 'workContext', text: 'Looks after insects.', givenIds: [bees] }))
    desk.profile.store.put(written({ givenIds: [other], factIds: [other], text: 'Learns to bake well.' }))
    desk.profile.store.put(written({ section: 'cognitiveStyle', givenIds: ['msg_1'], text: 'Short answers.' }))
    expect(desk.profile.forget([`${bees}.17`, 'msg_1'], edit).toSorted()).toEqual(['Looks after insects.', 'Short answers.'])
    expect(desk.profile.store.all().map((row) => row.text)).toEqual(['Learns to bake well.'])
  })

  test("redacts the person's own text and drops a written one that holds the words", () => {
    desk.profile.edit('personalContext', 'Keeps bees and hens.')
    desk.profile.store.put(written({ text: 'Studies bees.' }))
    expect(desk.profile.forget(['fact_of_bees'], edit)).toEqual(['Studies bees.'])
    expect([texts('remote'), texts('local')]).toMatchObject([
      { personalContext: 'Keeps [forgotten] and hens.' },
      { personalContext: 'Keeps [forgotten] and hens.' }
    ])
  })
})

test("a text of the person's that is stored for this machine alone leaves remote turns without one", () => {
  tell('I live in Linz')
  desk.profile.store.put(written({ section: 'personalContext', audience: 'local', edited: true, text: 'Mine alone.' }))
  expect([texts('remote'), texts('local')]).toMatchObject([{ personalContext: '' }, { personalContext: 'Mine alone.' }])
})
