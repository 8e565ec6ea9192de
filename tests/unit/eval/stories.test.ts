import { describe, expect, it } from 'vitest'
import { readStories } from '../../eval/story.ts'

const stories = readStories()

describe('the stories of life changes', () => {
  it('are at least 120, half of them Chinese', () => {
    const chinese = stories.filter((story) => story.language === 'zh').length
    expect(stories.length).toBeGreaterThanOrEqual(120)
    expect(chinese * 2).toBe(stories.length)
    expect(new Set(stories.map((story) => story.id)).size).toBe(stories.length)
  })

  it('name only statements that were told, in the order of time', () => {
    for (const { id, story, questions } of stories) {
      const days = story.map((step) => step.at)
      expect(days, id).toEqual(days.toSorted())
      const told = new Set<string>()
      for (const step of story) {
        for (const name of [step.replaces, step.corrects, step.retracts]) if (name !== undefined) expect(told.has(name), id).toBe(true)
        if (step.id !== undefined) told.add(step.id)
      }
      for (const question of questions) {
        const named = [...question.expect, ...question.never]
        expect(new Set(named).size, id).toBe(named.length)
        expect(
          named.every((name) => told.has(name)),
          id
        ).toBe(true)
        expect(named.length, id).toBeGreaterThan(0)
      }
    }
  })
})
