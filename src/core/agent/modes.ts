import { countTokens } from '../kernel/tokens.ts'
import type { LlmMessage } from '../llm/llm-port.ts'
import type { TextLanguage } from '../memory/memory-texts.ts'

/** How to answer (SEED A8): step by step, by example, with tools, or by weighing several approaches. */
export const MODES = ['cot', 'few_shot', 'react', 'tot'] as const
export type Mode = (typeof MODES)[number]

interface ModeTexts {
  readonly cot: string
  readonly react: string
  readonly examples: readonly { readonly user: string; readonly assistant: string }[]
  readonly approaches: string
  readonly score: string
  readonly choose: string
  readonly classify: string
}

export const modeTexts: Readonly<Record<TextLanguage, ModeTexts>> = {
  zh: {
    cot: '请一步一步地想：先写出思路，再给出结论。',
    react: '需要查找、计算或记住什么时，请使用工具，并把结果自然地写进回答。',
    examples: [
      { user: '明天下午三点和王医生复查牙齿', assistant: '时间：明天下午三点\n人物：王医生\n事情：复查牙齿' },
      { user: '周五晚上七点跟李雷在老地方吃饭', assistant: '时间：周五晚上七点\n人物：李雷\n事情：在老地方吃饭' }
    ],
    approaches: '先不要作答。针对上面的问题，列出三种彼此不同的做法，编号，每种两三句话。',
    score: '逐一评估上面的三种做法：投入和风险各打 1 到 10 分，并各说一句理由。',
    choose: '根据评分选出最好的一种，说明为什么，然后给出具体步骤。',
    classify:
      '判断回答下面这个问题用哪种方式最合适，只回答一个词：需要查找或用到工具 → react；要在几个方案之间权衡 → tot；要解释为什么 → cot；要举例或比较 → few_shot。'
  },
  en: {
    cot: 'Think step by step: the ideas first, then the conclusion.',
    react: 'Use the tools for looking up, computing and remembering, and weave their results into the answer.',
    examples: [
      {
        user: 'Dentist check-up with Dr. Wang tomorrow at three',
        assistant: 'Time: tomorrow at three\nPerson: Dr. Wang\nMatter: dentist check-up'
      },
      {
        user: 'Dinner with Lee on Friday at seven, usual place',
        assistant: 'Time: Friday at seven\nPerson: Lee\nMatter: dinner at the usual place'
      }
    ],
    approaches: 'Do not answer yet. List three different approaches to the question above, numbered, two or three sentences each.',
    score: 'Judge each of the three approaches: effort and risk from 1 to 10, with one sentence of reason each.',
    choose: 'Choose the best approach by these scores, say why, then give its concrete steps.',
    classify:
      'Decide how the question below is best answered, and reply with one word: needs looking up or tools → react; weighs several plans → tot; explains why → cot; examples or comparison → few_shot.'
  }
}

/** The messages of a request with what a mode adds: an instruction, or examples as message pairs after the system prompt. */
export function withMode(messages: readonly LlmMessage[], mode: Mode | null, language: TextLanguage): LlmMessage[] {
  const texts = modeTexts[language]
  switch (mode) {
    case null:
    case 'tot':
      return [...messages]
    case 'cot':
    case 'react': {
      const [first, ...rest] = messages
      if (first === undefined || first.role !== 'system') return [{ role: 'system', content: texts[mode] }, ...messages]
      return [{ role: 'system', content: `${first.content}\n\n${texts[mode]}` }, ...rest]
    }
    case 'few_shot': {
      const systems = messages.filter((message) => message.role === 'system')
      const others = messages.filter((message) => message.role !== 'system')
      const pairs = texts.examples.flatMap(({ user, assistant }): LlmMessage[] => [
        { role: 'user', content: user },
        { role: 'assistant', content: assistant }
      ])
      return [...systems, ...pairs, ...others]
    }
  }
}

/** Tokens of what a mode adds to a request, by estimate. */
export function modeTokens(mode: Mode | null, language: TextLanguage): number {
  return withMode([], mode, language).reduce((sum, { content }) => sum + countTokens(content) + 4, 0)
}

/** What a mode writes into a request by itself. Its examples name people, who have nothing to do with anyone whom the user knows. */
export function ownTextOf(mode: Mode | null, language: TextLanguage): string[] {
  if (mode !== 'few_shot') return []
  return modeTexts[language].examples.flatMap(({ user, assistant }) => [user, assistant])
}

/** In this order the words are looked for in a model's answer. */
const LOOKED_FOR: readonly Mode[] = ['tot', 'react', 'few_shot', 'cot']

/** The mode that a model's answer names, or null. */
export function modeNamed(answer: string): Mode | null {
  const low = answer.toLowerCase()
  return LOOKED_FOR.find((mode) => low.includes(mode)) ?? null
}

/** The mode by the words of the question, when no model can be asked or its answer names none. */
export function modeByWords(question: string): Mode {
  if (/帮我|执行|查询|搜索|\b(look up|search|find out|run)\b/iu.test(question)) return 'react'
  if (/如果|方案|计划|\b(plans?|options?|what if)\b/iu.test(question)) return 'tot'
  if (/比较|对比|哪个|\b(compare|versus|vs|which one)\b/iu.test(question)) return 'few_shot'
  return 'cot'
}
