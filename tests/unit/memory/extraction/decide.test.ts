import { describe, expect, test } from 'vitest'
import type { CandidateInput } from '../../../../src/core/memory/extraction/candidate.ts'
import { decideCandidate, passesProfileGate, type Decision, type EvidenceMessage } from '../../../../src/core/memory/extraction/decide.ts'

const AT = Date.parse('2026-03-01T09:00:00Z')
const message = (content: string, more: Partial<EvidenceMessage> = {}): EvidenceMessage => ({
  id: 'm1',
  content,
  privacy: 'open',
  at: AT,
  foreign: false,
  ...more
})

function candidate(sentence: string, more: Partial<CandidateInput> = {}): CandidateInput {
  return {
    key: 'answer_style',
    content: sentence,
    category: 'preference',
    subject: 'user',
    scope: 'user',
    durability: 'durable',
    authority: 'descriptive',
    confidence: 0.9,
    evidenceMessageId: 'm1',
    evidenceText: sentence,
    ...more
  }
}

function decide(
  sentence: string,
  labels: Partial<CandidateInput> = {},
  more: { project?: string | null; message?: Partial<EvidenceMessage> } = {}
): Decision {
  const context = { messages: [message(sentence, more.message)], projectId: more.project ?? null, by: 'model' as const }
  return decideCandidate(candidate(sentence, labels), context)
}
const said = (decision: Decision): string => (decision.outcome === 'refused' ? decision.reason : decision.outcome)

describe('what becomes of a candidate', () => {
  // The table of the seed, word for word: sentence, labels, result.
  test.each<[string, Partial<CandidateInput>, string]>([
    ['平时请用中文解释技术问题', { scope: 'user', durability: 'durable', authority: 'descriptive' }, 'store'],
    ['这一条用英文回复', { scope: 'thread', durability: 'temporary', authority: 'descriptive' }, 'temporary'],
    ['这个仓库统一使用 pnpm', { scope: 'project', durability: 'durable', authority: 'descriptive' }, 'store'],
    ['这次可以把修改推送上去', { scope: 'thread', durability: 'temporary', authority: 'transactional' }, 'authorisation'],
    ['以后你都可以直接删除旧文件', { scope: 'user', durability: 'durable', authority: 'transactional' }, 'authorisation']
  ])('%s', (sentence, labels, result) => {
    const decision = decide(sentence, labels, { project: 'p1' })
    expect(said(decision)).toBe(result)
    if (decision.outcome === 'store') {
      expect(decision.fact.namespace).toEqual({ scope: labels.scope, projectId: labels.scope === 'project' ? 'p1' : null, threadId: null })
    }
  })

  test('what a repository does stays with its project, and is refused where there is none', () => {
    expect(said(decide('这个仓库使用 PostgreSQL', { scope: 'project', category: 'knowledge' }))).toBe('no-project')
  })

  test.each<keyof CandidateInput>([
    'scope',
    'durability',
    'authority',
    'confidence',
    'category',
    'content',
    'evidenceMessageId',
    'evidenceText'
  ])('without %s the candidate is refused', (label) => {
    const { [label]: _gone, ...rest } = candidate('我喜欢蓝色')
    expect(said(decideCandidate(rest, { messages: [message('我喜欢蓝色')], projectId: null, by: 'model' }))).toBe('missing-label')
  })

  test('an unknown label, a thing that is no object, and a confidence in words are refused', () => {
    const context = { messages: [message('我喜欢蓝色')], projectId: null, by: 'model' as const }
    expect(said(decide('我喜欢蓝色', { scope: 'everyone' }))).toBe('missing-label')
    expect(said(decide('我喜欢蓝色', { confidence: 'high' }))).toBe('missing-label')
    for (const odd of [null, 'fact', 3, [], {}]) expect(said(decideCandidate(odd, context))).toBe('missing-label')
  })

  test('labels are read in any case, and a confidence as text or in percent', () => {
    expect(said(decide('我喜欢蓝色', { scope: 'User', durability: ' DURABLE', confidence: '0.9' }))).toBe('store')
    expect(said(decide('我喜欢蓝色', { confidence: '85%' }))).toBe('store')
    expect(said(decide('我喜欢蓝色', { confidence: '60%' }))).toBe('unsure')
  })

  test('0.7 is sure enough, less is not', () => {
    expect(said(decide('我喜欢蓝色', { confidence: 0.7 }))).toBe('store')
    expect(said(decide('我喜欢蓝色', { confidence: 0.69 }))).toBe('unsure')
  })

  test('the quote must stand in the message that the id names, after NFKC and white-space folding only', () => {
    expect(said(decide('我用  Ｐｙｔｈｏｎ\n写后端', { evidenceText: '我用 Python 写后端' }))).toBe('store')
    expect(said(decide('I use Python', { evidenceText: 'i use python' }))).toBe('no-evidence')
    expect(said(decide('I use Python', { evidenceText: 'I use Python!' }))).toBe('no-evidence')
    expect(said(decide('I use Python', { evidenceMessageId: 'm2' }))).toBe('no-evidence')
    expect(said(decide('I use Python', { evidenceText: '.' }))).toBe('no-evidence')
  })

  test('a key of 80 and a content of 400 characters are the most', () => {
    const long = '我'.repeat(401)
    expect(said(decide('我喜欢蓝色', { content: long }))).toBe('too-long')
    expect(said(decide('我喜欢蓝色', { content: long.slice(1) }))).toBe('store')
    expect(said(decide('我喜欢蓝色', { key: 'k'.repeat(81) }))).toBe('too-long')
    expect(said(decide('我喜欢蓝色', { key: 'k'.repeat(80) }))).toBe('store')
  })

  test('a turn with a text of a tool or a file only proposes', () => {
    expect(decide('我喜欢蓝色', {}, { message: { foreign: true } })).toMatchObject({ outcome: 'propose', review: 'foreign' })
  })

  test('what a rule found is only proposed', () => {
    const context = { messages: [message('我喜欢蓝色')], projectId: null, by: 'rule' as const }
    expect(decideCandidate(candidate('我喜欢蓝色'), context)).toMatchObject({ outcome: 'propose', review: 'rule' })
  })

  test('a fact is as private as the message that it comes from', () => {
    expect(decide('我喜欢蓝色', {}, { message: { privacy: 'ask' } })).toMatchObject({ fact: { privacy: 'ask' } })
  })

  test('it holds from the date that the words name, never from one that lies ahead', () => {
    expect(decide('我去年五月搬到上海', { since: '2025-05-01' })).toMatchObject({
      fact: { since: Date.parse('2025-05-01'), sinceNamed: true }
    })
    expect(decide('我喜欢蓝色', { since: '2031-01-01' })).toMatchObject({ fact: { since: AT, sinceNamed: false } })
    expect(decide('我喜欢蓝色', { since: 'last spring' })).toMatchObject({ fact: { since: AT, sinceNamed: false } })
  })

  test('a value that changed and a value that was wrong are told apart by the words', () => {
    const change = (sentence: string, labels: Partial<CandidateInput> = {}, whole = sentence): unknown => {
      const decision = decideCandidate(candidate(sentence, labels), { messages: [message(whole)], projectId: null, by: 'model' })
      return decision.outcome === 'refused' ? decision.reason : decision.fact.change
    }
    expect(change('我搬到上海了')).toBe('changed')
    expect(change('I switched to Go')).toBe('changed')
    expect(change('我说错了，我生日是五月三日')).toBe('was-wrong')
    expect(change('it is 3 May', {}, 'I was wrong about my birthday. it is 3 May.')).toBe('was-wrong')
    expect(change('我喜欢蓝色')).toBeNull()
    // A slip of this task says nothing of where somebody lives.
    expect(change('我搬到上海了', {}, '刚才那个接口地址写错了。我搬到上海了。')).toBe('changed')
    expect(change('我喜欢蓝色', { change: 'was_wrong' })).toBeNull()
  })
})

describe('where a sentence belongs', () => {
  // The seed's table of what is user memory, with the labels that a good model gives.
  test.each<[string, Partial<CandidateInput>, string]>([
    ['主要做 Python 后端工作', { category: 'context' }, 'user'],
    ['通常希望用中文解释', { category: 'preference' }, 'user'],
    ['这个仓库使用 PostgreSQL', { scope: 'project', category: 'knowledge' }, 'project'],
    ['查询已经修好，还没有验证', { scope: 'thread', durability: 'temporary', category: 'context' }, 'temporary'],
    ['这次回答简短一点', { scope: 'thread', durability: 'temporary', category: 'preference' }, 'temporary'],
    ['这次可以推送', { scope: 'thread', durability: 'temporary', authority: 'transactional' }, 'authorisation'],
    ['刚才那个接口地址写错了', { scope: 'thread', durability: 'temporary', category: 'correction' }, 'temporary']
  ])('%s', (sentence, labels, place) => {
    const decision = decide(sentence, labels, { project: 'p1' })
    expect(decision.outcome === 'refused' ? decision.reason : decision.fact.namespace.scope).toBe(place)
  })
})

describe('permissions are no memory', () => {
  test.each([
    '以后你都可以直接删除旧文件',
    '这次可以把修改推送上去',
    '用户允许助手直接提交代码',
    '我授权你代表我下单',
    '以后改代码不用再问我',
    '你有权限访问生产环境',
    '直接部署就行',
    'You may push this time',
    'The assistant may push to main',
    'you can always delete old files',
    'Feel free to merge my pull requests',
    'No need to ask before running the tests',
    'User allows the assistant to send emails',
    'I give you permission to use my card',
    'May push without confirmation'
  ])('%s', (sentence) => {
    expect(said(decide(sentence))).toBe('authorisation')
  })

  test('a quote cut short or a content in other words does not hide it', () => {
    const whole = '我叫小明，以后你都可以直接删除旧文件。'
    const context = { messages: [message(whole)], projectId: null, by: 'model' as const }
    expect(said(decideCandidate(candidate('旧文件', { content: '处理旧文件的习惯' }), context))).toBe('authorisation')
    expect(said(decideCandidate(candidate('我叫小明'), context))).toBe('store')
    expect(said(decideCandidate(candidate('我叫小明', { content: '用户同意自动推送' }), context))).toBe('authorisation')
  })

  test.each([
    '我可以游泳一公里',
    '你可以叫我小明',
    'You can call me Sam',
    'I can speak German',
    '我喜欢直接的回答',
    '平时请用中文解释',
    'I work at an access control company',
    '我女儿能读五百个字了',
    'I run every morning'
  ])('%s is a fact all the same', (sentence) => {
    expect(said(decide(sentence))).toBe('store')
  })
})

describe('the gate before the profile', () => {
  const item = { text: '主要做 Python 后端开发', scope: 'user', authority: 'descriptive', sources: ['fact_1'] }
  test('lets through what describes the person and has a source', () => {
    expect(passesProfileGate(item)).toBe(true)
    expect(passesProfileGate({ ...item, scope: 'project' })).toBe(false)
    expect(passesProfileGate({ ...item, authority: 'transactional' })).toBe(false)
    expect(passesProfileGate({ ...item, sources: [] })).toBe(false)
    expect(passesProfileGate({ ...item, text: '用户允许助手直接推送代码' })).toBe(false)
  })
})
