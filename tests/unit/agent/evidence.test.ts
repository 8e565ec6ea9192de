import { describe, expect, test } from 'vitest'
import { supportingSpan } from '../../../src/core/agent/evidence.ts'

describe('the span of a message that supports a fact', () => {
  test.each([
    ['The user plays the cello', 'By the way, I play the cello. What about you?', 'By the way, I play the cello.'],
    ['The user likes hiking', 'I like to hike.', 'I like to hike.'],
    ['User studies law', 'I study law', 'I study law'],
    ['User is studying law', 'I studied law', 'I studied law'],
    ["The user's name is Ada Byron", 'My name is Ada Byron!', 'My name is Ada Byron!'],
    ['The user lives in Vienna', 'I have lived in Vienna for years', 'I have lived in Vienna for years'],
    ['用户叫小明', '我叫小明，喜欢打篮球', '我叫小明，喜欢打篮球'],
    ['用户喜欢打篮球', '你好。我叫小明，喜欢打篮球。今天下雨', '我叫小明，喜欢打篮球。'],
    ['用户的名字是小明', '我叫小明', '我叫小明'],
    ['用户每天跑 5 公里', '我每天跑5公里', '我每天跑5公里'],
    ['用户不吃香菜', '我不吃香菜', '我不吃香菜'],
    ['用户喜欢蓝色', '我特别喜欢蓝色', '我特别喜欢蓝色'],
    ['用户住在无锡', '我住在无锡。别人不知道', '我住在无锡。'],
    ['The user lives in St. Gallen', 'I live in St. Gallen', 'I live in St. Gallen']
  ])('%s ← %s', (fact, message, span) => {
    expect(supportingSpan(fact, message)).toBe(span)
  })

  test.each([
    ['The user is a teacher', 'The pupils were loud today.'],
    ['The user eats meat', 'I do not eat meat.'],
    ['The user does not eat meat', 'I eat meat'],
    ['The user has 3 brothers', 'I have 2 brothers.'],
    ['The user has 12 brothers', 'I have 1 or 2 brothers'],
    ['用户喜欢香菜', '我不喜欢香菜'],
    ['用户是老师', '今天学生很吵'],
    ['用户喜欢蓝色', '帮我查一下天气'],
    ['The user', 'I am here'],
    ['', 'anything'],
    ['🎉', '🎉']
  ])('%s is not supported by: %s', (fact, message) => {
    expect(supportingSpan(fact, message)).toBeNull()
  })
})
