import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { countTokens } from '../../../../src/core/kernel/tokens.ts'
import { silentLogger } from '../../../../src/core/kernel/logger.ts'
import { ProfileWriter, type ProfileModel } from '../../../../src/core/memory/profile/profile-writer.ts'
import { openDesk } from './support.ts'

const desk = openDesk()
const { tell, say, texts } = desk

interface Given {
  readonly profile: Record<string, { readonly text: string; readonly fixed: boolean }>
  readonly facts: readonly { readonly id: string; readonly text: string }[]
  readonly messages: readonly { readonly id: string; readonly text: string }[]
}

type Answer = (given: Given) => unknown

let writer: ProfileWriter
let asked: Given[]
let answer: Answer
let destination: ProfileModel['destination']
let inputTokens: number
let changes: number

beforeEach(() => {
  asked = []
  answer = () => ({ sections: [] })
  destination = 'remote'
  inputTokens = 8_000
  changes = 0
  writer = new ProfileWriter({
    db: desk.world.db,
    profile: desk.profile,
    clock: { now: () => desk.world.time.now, monotonic: () => performance.now() },
    logger: silentLogger,
    holdsPrivate: desk.holdsPrivate,
    language: () => 'auto',
    onChange: () => (changes += 1),
    model: async () => ({
      destination,
      inputTokens,
      write: async ({ data }) => {
        const given = JSON.parse(data) as Given
        asked.push(given)
        const said = answer(given)
        return typeof said === 'string' || said === null ? said : JSON.stringify(said)
      }
    })
  })
})

afterEach(() => writer.close())

const section = (name: string, text: string, sources: readonly string[], more: object = {}) => ({
  section: name,
  text,
  sources,
  scope: 'user',
  authority: 'descriptive',
  ...more
})

async function learn(...said: readonly { readonly id: string; readonly conversationId: string }[]): Promise<void> {
  for (const { id, conversationId } of said) writer.learned({ conversationId, messageIds: [id] })
  await writer.flush()
}

test('sections are rewritten with their sources, in the place of the composed text', async () => {
  const work = tell('主要做 Python 后端开发', { category: 'context' })
  const said = say('我主要做 Python 后端开发，平时请用中文解释技术问题')
  answer = () => ({
    reasoning: '…',
    sections: [
      section('workContext', '用户主要做 Python 后端开发。', ['f1', 'm1']),
      section('cognitiveStyle', '习惯用中文看技术解释。', ['m1'])
    ]
  })
  await learn(said)
  expect(desk.profile.view()).toMatchObject([
    { text: '用户主要做 Python 后端开发。', edited: false, factIds: [work], messageIds: [said.id] },
    { text: '' },
    { text: '' },
    { text: '习惯用中文看技术解释。', factIds: [], messageIds: [said.id] }
  ])
  expect(texts('remote')).toEqual(texts('local'))
  expect(changes).toBe(1)
})

test('a concern that has ended is replaced, not appended to; the model is shown what stood there', async () => {
  const goal = tell('接下来几个月在系统学习 Agent 上下文工程', { category: 'goal' })
  answer = () => ({ sections: [section('topOfMind', '正在学习 Agent 上下文工程。', ['f1'])] })
  await learn(say('接下来几个月我在系统学习 Agent 上下文工程'))
  expect(texts('remote')).toMatchObject({ topOfMind: '正在学习 Agent 上下文工程。' })
  answer = () => ({ sections: [section('topOfMind', '', [])] })
  await learn(say('上下文工程我学完了'))
  expect(asked[1]?.profile['topOfMind']).toEqual({ text: '正在学习 Agent 上下文工程。', fixed: false })
  expect(texts('remote')).toMatchObject({ topOfMind: '' })
  expect(desk.world.facts.row(goal)?.status).toBe('live')
})

describe('the gate before the profile', () => {
  test.each([
    ['a permission', section('cognitiveStyle', '以后都可以直接删除旧文件', ['m1'])],
    ['what is labelled transactional', section('cognitiveStyle', '喜欢简短的回答', ['m1'], { authority: 'transactional' })],
    ['a rule of a project', section('workContext', '这个仓库统一使用 pnpm', ['m1'], { scope: 'project' })],
    ['a text without a source', section('workContext', '是一位老师', [])],
    ['a source that nobody gave', section('workContext', '是一位老师', ['f99'])],
    ['a missing label', { section: 'workContext', text: '是一位老师', sources: ['m1'], scope: 'user' }],
    ['a text beyond its room', section('workContext', '很'.repeat(101), ['m1'])]
  ])('refuses %s, and nothing else', async (_what, bad) => {
    answer = () => ({ sections: [bad, section('personalContext', '住在杭州。', ['m1'])] })
    await learn(say('我住在杭州，说话请简短，以后都可以直接删除旧文件'))
    expect(texts('local')).toEqual({ workContext: '', personalContext: '住在杭州。', topOfMind: '', cognitiveStyle: '' })
  })

  test("leaves the person's own text alone", async () => {
    desk.profile.edit('workContext', '我自己写的。')
    answer = () => ({ sections: [section('workContext', '模型写的。', ['m1'])] })
    await learn(say('我是老师'))
    expect(asked[0]?.profile['workContext']).toEqual({ text: '我自己写的。', fixed: true })
    expect(texts('local')).toMatchObject({ workContext: '我自己写的。' })
  })
})

test('a remote model is given open facts and messages alone, and is not asked for what stays here', async () => {
  tell('I live in Linz')
  tell('My name is Walburga', { privacy: 'private' })
  tell('I am a nurse', { privacy: 'ask' })
  tell('I live near Egon')
  desk.secrets.add('Egon')
  answer = () => ({ sections: [section('personalContext', 'Lives in Linz.', ['f1']), section('topOfMind', 'Thinks of Egon.', ['m1'])] })
  await learn(say('I live in Linz'), say('Walburga is ill', { privacy: 'private' }), say('Egon called me'), say('thanks!'))
  expect(asked).toMatchObject([{ facts: [{ text: 'I live in Linz' }], messages: [{ text: 'I live in Linz' }] }])
  expect(texts('remote')).toMatchObject({ personalContext: 'Lives in Linz.', topOfMind: '' })
  expect(texts('local')).toMatchObject({
    workContext: 'I am a nurse',
    personalContext: 'Lives in Linz.\nMy name is Walburga\nI live near Egon'
  })
  await learn(say('Walburga is well', { privacy: 'private' }))
  expect(asked).toHaveLength(1)
})

test('a model on this machine writes a text for each audience, and the one for remote turns knows nothing private', async () => {
  destination = 'local'
  tell('I live in Linz')
  tell('My name is Walburga', { privacy: 'private' })
  answer = ({ facts }) => ({
    sections: [
      section(
        'personalContext',
        facts.map((fact) => fact.text).join(' and '),
        facts.map((fact) => fact.id)
      )
    ]
  })
  await learn(say('I live in Linz'))
  expect(texts('remote')).toMatchObject({ personalContext: 'I live in Linz' })
  expect(texts('local')['personalContext']).toContain('Walburga')
  expect(desk.profile.read('local')[1]?.privacy).toBe('private')
})

test('a temporary conversation is never read', async () => {
  await learn(say('I live in Linz', { temporary: true }))
  expect(asked).toEqual([])
})

test('an answer that is none is asked for once more, then everything stays as it is', async () => {
  tell('I live in Linz')
  answer = () => 'I would rather talk.'
  await learn(say('I live in Linz'))
  expect(asked).toHaveLength(2)
  expect(texts('remote')).toMatchObject({ personalContext: 'I live in Linz' })
  answer = () =>
    '```json\n{"sections":[{"section":"personalContext","text":"In Linz.","sources":["f1"],"scope":"user","authority":"descriptive"}]}\n```'
  await learn(say('I live in Linz, as I said'))
  expect(texts('remote')).toMatchObject({ personalContext: 'In Linz.' })
  answer = () => null
  await learn(say('I live in Graz'))
  expect(asked).toHaveLength(4)
})

test('what was forgotten while the model wrote is not stored', async () => {
  const bees = tell('I keep bees, I live in Linz')
  answer = () => {
    desk.world.facts.erase(bees)
    desk.profile.forget([bees], (text) => text)
    return { sections: [section('personalContext', 'Keeps insects in Linz.', ['f1'])] }
  }
  await learn(say('I live in Linz'))
  expect(desk.profile.store.all()).toEqual([])
  expect(texts('local')).toMatchObject({ personalContext: '' })
})

test('a section that the model left alone has seen the new facts, and stands', async () => {
  tell('I live in Linz')
  answer = () => ({ sections: [section('personalContext', 'Lives in Linz.', ['f1'])] })
  await learn(say('I live in Linz'))
  desk.world.time.now += 1_000
  tell('My name is Al')
  expect(texts('remote')).toMatchObject({ personalContext: 'My name is Al\nI live in Linz' })
  answer = () => ({ sections: [] })
  await learn(say('Call me Al'))
  expect(texts('remote')).toMatchObject({ personalContext: 'Lives in Linz.' })
})

test('things learned one after the other are one rewriting, and closing ends it', async () => {
  const said = [say('one thing'), say('another thing')]
  for (const { id, conversationId } of said) writer.learned({ conversationId, messageIds: [id] })
  await writer.flush()
  expect(asked.map((given) => given.messages.length)).toEqual([2])
  await writer.close()
  await learn(say('a third thing'))
  expect(asked).toHaveLength(1)
})

test('a text that goes back to very many things is written anew from what is known now', async () => {
  tell('I live in Linz')
  const long = { edited: false, factIds: [], messageIds: [], privacy: 'open', updatedAt: desk.world.time.now } as const
  const givenIds = Array.from({ length: 1_001 }, (_, index) => `fact_${index}`)
  desk.profile.store.put({ ...long, section: 'topOfMind', audience: 'remote', text: 'An old concern.', givenIds })
  desk.profile.store.put({ ...long, section: 'workContext', audience: 'remote', text: 'An old job.', givenIds })
  answer = () => ({ sections: [section('workContext', 'A new job.', ['m1'])] })
  const said = say('I have a new job')
  await learn(said)
  expect(asked[0]?.profile).toMatchObject({ topOfMind: { text: '' }, workContext: { text: '' } })
  expect(texts('remote')).toMatchObject({ topOfMind: '', workContext: 'A new job.' })
  expect(desk.profile.store.all().map((row) => row.givenIds.length)).toEqual([2])
})

test('what a small model is given fits it: what belongs in a section first, the latest words last to go', async () => {
  inputTokens = 600
  for (let index = 0; index < 40; index += 1) tell(`Tea number ${index} ${'and so on '.repeat(10)}`, { category: 'preference' })
  tell('I live in Linz')
  await learn(say('一'.repeat(350)), say('I live in Linz'))
  const [given] = asked
  expect(countTokens(JSON.stringify(given))).toBeLessThanOrEqual(600)
  expect(given?.facts.map((fact) => fact.text)[0]).toBe('I live in Linz')
  expect(given?.facts.length).toBeLessThan(10)
  expect(given?.messages.at(-1)?.text).toBe('I live in Linz')
  inputTokens = 200
  await learn(say('一'.repeat(350)), say('I still live in Linz'))
  expect(asked[1]?.messages.map((message) => message.text)).toEqual(['I still live in Linz'])
})
