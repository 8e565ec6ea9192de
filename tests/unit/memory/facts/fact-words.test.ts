import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkExchange } from '../../../../src/core/memory/exchange/check.ts'
import { readJson } from '../../../../src/core/memory/exchange/json.ts'
import { prepareMemory, storeMemory } from '../../../../src/core/memory/exchange/store.ts'
import { userNamespace } from '../../../../src/core/memory/facts/fact-id.ts'
import type { NewFact } from '../../../../src/core/memory/facts/fact-store.ts'
import { indexInStep, openMemoryProfile, type MemoryProfile } from '../../../property/exchange-world.ts'
import { temporaryFolder } from '../../../support/memory.ts'

let folder: ReturnType<typeof temporaryFolder>
let profile: MemoryProfile
beforeEach(() => {
  folder = temporaryFolder()
  profile = openMemoryProfile(folder.dir, 'profile')
})
afterEach(() => {
  profile.close()
  folder.remove()
})

const said = (text: string): NewFact => ({ text, source: 'person' })
const texts = (): string[] => profile.facts.list({ limit: 100, offset: 0 }).map((row) => row.text)
const exchangeOf = (facts: readonly string[]) =>
  checkExchange(readJson(JSON.stringify({ format: 'hearth-memory', version: 1, facts: facts.map((text) => ({ text })) })))

/** A list of things to store, prepared first; `store` writes it. */
interface Way {
  readonly prepare: (facts: readonly string[]) => Promise<() => void>
}

const ways: readonly [string, Way][] = [
  [
    'a list',
    {
      prepare: async (facts) => {
        const prepared = await profile.facts.prepare(facts.map(said))
        return () => void profile.facts.addMany(prepared)
      }
    }
  ],
  [
    'a file',
    {
      prepare: async (facts) => {
        const exchange = exchangeOf(facts)
        const words = await prepareMemory(profile, exchange)
        return () => void storeMemory(profile, exchange, words)
      }
    }
  ]
]

describe.each(ways)('the words of %s, worked out before it is stored', (_, { prepare }) => {
  const long = Array.from({ length: 400 }, (_item, index) => `第${index}条：我在杭州的西湖边喝龙井茶，${'和朋友聊天，'.repeat(20)}`)

  test('let other work in meanwhile', async () => {
    let turns = 0
    let over = false
    const count = (): void => {
      turns += 1
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await prepare(long)
    over = true
    expect(turns).toBeGreaterThan(3)
  })

  test('of a short one keep it before what is asked for after it', async () => {
    let turns = 0
    setImmediate(() => (turns += 1))
    await prepare(
      Array.from(
        { length: 300 },
        (_item, index) => `第${index}条：我的同事叫王小明，我在杭州的西湖边喝龙井茶，和朋友聊天，我们都喜欢这里。`
      )
    )
    expect(turns).toBe(0)
  })

  test('stay right when one of its facts is added, forgotten or hidden before it is stored', async () => {
    const gone = profile.facts.add(said('I had a dog'))
    const hidden = profile.facts.add(said('I had a cat'))
    const store = await prepare(['I drink tea', 'I had a dog', 'I had a cat', '我喜欢喝茶'])
    profile.facts.add({ ...said('i drink  TEA'), privacy: 'private' })
    profile.facts.erase(gone.factId)
    profile.facts.setDeletion([hidden.factId], 'del_1', 'with-history')
    store()
    expect(texts().sort()).toEqual(['I had a cat', 'I had a dog', 'i drink  TEA', '我喜欢喝茶'])
    expect(profile.facts.isForgotten(userNamespace, 'I had a dog')).toBe(false)
    expect(indexInStep(profile.db)).toBe(true)
  })

  test('are stored all or not at all', async () => {
    const store = await prepare(['first', 'second', 'last'])
    profile.db.exec(`create trigger no_more before insert on facts when new.text = 'last' begin select raise(abort, 'no'); end`)
    expect(store).toThrow()
    expect(texts()).toEqual([])
    expect(indexInStep(profile.db)).toBe(true)
    profile.db.exec('drop trigger no_more')
    store()
    expect(texts()).toHaveLength(3)
  })

  test('are found as if they had been stored one by one', async () => {
    const facts = ['I drink 龙井 tea', '我的同事叫王小明', '我在杭州工作']
    const rows = (): unknown[] => profile.db.prepare('select * from facts_fts_open order by rowid').all()
    for (const text of facts) profile.facts.add(said(text))
    const one = rows()
    profile.clear()
    const store = await prepare(facts)
    store()
    expect(one).toHaveLength(3)
    expect(rows()).toEqual(one)
  })
})
