import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export interface Chat {
  readonly page: Page
  readonly field: Locator
  readonly log: Locator
  readonly answers: Locator
  readonly questions: Locator
  /** Writes a message and sends it with Enter. */
  send(text: string): Promise<void>
  /** Sends and waits for the whole answer. @returns its row */
  say(text: string): Promise<Locator>
  /** Waits until no answer is being written. */
  settled(): Promise<void>
  /** A conversation without a word in it. */
  fresh(): Promise<void>
}

const NAMES = {
  en: { field: 'Write a message', log: 'Conversation', you: 'You', fresh: 'New conversation', stop: 'Stop' },
  zh: { field: '写消息', log: '对话内容', you: '你', fresh: '新对话', stop: '停止' }
} as const

/** The chat page as a person finds it, in this language. */
export function chatOf(page: Page, language: 'en' | 'zh' = 'en'): Chat {
  const names = NAMES[language]
  const field = page.getByRole('textbox', { name: names.field })
  const log = page.getByRole('log', { name: names.log, exact: true })
  const answers = log.getByRole('article', { name: 'Hearth', exact: true })
  const questions = log.getByRole('article', { name: names.you, exact: true })
  const stop = page.getByRole('button', { name: names.stop, exact: true })
  const chat: Chat = {
    page,
    field,
    log,
    answers,
    questions,
    send: async (text) => {
      await field.fill(text)
      await field.press('Enter')
      await expect.poll(() => field.inputValue(), { timeout: 10_000 }).toBe('')
    },
    say: async (text) => {
      await chat.send(text)
      await answers.last().waitFor()
      await chat.settled()
      return answers.last()
    },
    settled: async () => {
      // An answer that has not begun yet looks like none: it must have been quiet twice.
      for (let quiet = 0; quiet < 3; await sleep(40)) quiet = (await stop.count()) === 0 ? quiet + 1 : 0
    },
    fresh: async () => {
      await page.getByRole('button', { name: names.fresh, exact: true }).first().click()
      await log.waitFor({ state: 'detached' })
    }
  }
  return chat
}

/** The texts that an element had one after the other while it grew, until `done`. */
export async function watchGrowth(element: Locator, done: () => Promise<boolean>): Promise<readonly string[]> {
  const seen: string[] = []
  while (!(await done())) {
    const text = (await element.textContent({ timeout: 1_000 }).catch(() => null)) ?? ''
    if (text !== seen.at(-1)) seen.push(text)
    await sleep(15)
  }
  return seen
}
