import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHeadless, temporaryProfile, type Headless } from '../support/headless.ts'

let profile: ReturnType<typeof temporaryProfile>
let app: Headless

beforeEach(() => {
  profile = temporaryProfile()
  app = startHeadless({ profileDir: profile.dir })
})

afterEach(async () => {
  await app.close()
  profile.remove()
})

const items = Array.from({ length: 4_000 }, (_, index) => ({ text: `第${index}条：我在杭州的西湖边喝龙井茶，和朋友聊天。` }))

describe('a long list', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['added', () => app.call('memory.addMany', { items })],
    [
      'imported',
      () => app.call('memory.import', { format: 'json', text: JSON.stringify({ format: 'hearth-memory', version: 1, facts: items }) })
    ]
  ])('that is %s lets other routes be answered before it is stored, and shows nothing of itself until then', async (_, write) => {
    await app.call('app.status', {})
    let done = false
    const writing = write().then(() => (done = true))
    const seen: number[] = []
    while (!done) {
      const { counts } = await app.call('app.status', {})
      if (!done) seen.push(counts.facts)
    }
    await writing
    expect(seen.filter((count) => count === 0).length).toBeGreaterThan(2)
    expect(seen.filter((count) => count !== 0 && count !== items.length)).toEqual([])
    expect((await app.call('app.status', {})).counts.facts).toBe(items.length)
  })

  test('that is short is stored before what is asked for next', async () => {
    const added = app.call('memory.addMany', { items: items.slice(0, 20) })
    const listed = app.call('memory.list', {})
    expect(await added).toHaveLength(20)
    expect(await listed).toHaveLength(20)
  })
})
