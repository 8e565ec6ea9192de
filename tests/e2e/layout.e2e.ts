import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startHeadless } from '../support/headless.ts'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf, type Chat } from './support/chat.ts'
import { openSession, PASSPHRASE, profileFolder, useModelServer, type Session } from './support/session.ts'

// Every page at every width, long texts, long conversations, and text that grows without moving what is read.

const profile = profileFolder()
const TURNS = 100
let server: ScriptedServer
let session: Session
let chat: Chat

const LONG = [
  'unbroken'.repeat(60),
  '这是一段没有空格的很长的中文文字，'.repeat(30),
  `\`${'inline_code_without_a_break_'.repeat(20)}\``,
  `https://example.com/${'path/'.repeat(60)}`,
  `| ${'a very wide table '.repeat(12)} | b |\n|---|---|\n| ${'x'.repeat(200)} | y |`,
  `$$${Array.from({ length: 40 }, (_, index) => `x_{${index}}`).join(' + ')}$$`
].join('\n\n')

/** A conversation of 200 messages, made by the product itself before the window opens. */
async function longConversation(): Promise<void> {
  const peer = startHeadless({ profileDir: profile.dir, env: { HEARTH_PASSPHRASE: PASSPHRASE } })
  try {
    await peer.call('providers.save', {
      id: 'scripted',
      preset: 'custom',
      baseUrl: server.baseUrl,
      model: 'scripted',
      contextWindow: 1_000_000
    })
    await peer.call('providers.select', { id: 'scripted' })
    const { conversationId } = await peer.call('conversations.create', { title: 'Two hundred messages' })
    for (let turn = 0; turn < TURNS; turn += 1) await peer.turn({ conversationId, text: `Question ${turn}: ${'words '.repeat(turn % 40)}` })
  } finally {
    await peer.close()
  }
}

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(({ body }) =>
    text(`Answer to ${(body.messages.at(-1)?.content ?? '').slice(0, 14)}.\n\n${'A sentence of an answer. '.repeat(20)}`)
  )
  await longConversation()
  session = await openSession(profile.dir, { size: { width: 1280, height: 800 } })
  await useModelServer(session, server.baseUrl)
  chat = chatOf(session.page)
  await chat.field.waitFor()
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const WIDTHS = [1280, 900, 700, 480]

/** A row of icon buttons may reach this far into the padding around it. */
const MARGIN_PX = 16

/** Parts of the page whose content is wider than they are, unless a box of their own scrolls or shortens it with an ellipsis. */
function tooWide(): Promise<readonly string[]> {
  return session.page.evaluate(`(() => {
    const found = document.documentElement.scrollWidth > innerWidth ? ['the page'] : []
    const isBox = (each) => {
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(each)
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return true
      return ['auto', 'scroll'].includes(overflowX) && !each.matches('main, [role=log]')
    }
    const inBox = (each) => { for (let at = each; at !== null; at = at.parentElement) if (isBox(at)) return true; return false }
    for (const each of document.querySelectorAll('main, main *, header *, nav *')) {
      if (each.clientWidth === 0 || each.closest('.visually-hidden, math, svg, textarea') !== null) continue
      const { right, left } = each.getBoundingClientRect()
      const wide = each.scrollWidth > each.clientWidth + ${MARGIN_PX} || right > innerWidth + 1 || left < -1
      if (wide && !inBox(each)) found.push(each.outerHTML.slice(0, 120))
    }
    return found
  })()`)
}

/** What lies over the corners and the middle of the composer, if it is not the composer. */
function overComposer(): Promise<readonly string[]> {
  return session.page.evaluate(`(() => {
    const box = document.querySelector('[data-composer]').firstElementChild
    const { left, top, right, bottom } = box.getBoundingClientRect()
    const points = [[left + 12, top + 12], [right - 12, top + 12], [(left + right) / 2, (top + bottom) / 2], [left + 12, bottom - 12], [right - 12, bottom - 12]]
    return points.map(([x, y]) => document.elementFromPoint(x, y)).filter((each) => !box.contains(each)).map((each) => each?.outerHTML.slice(0, 120) ?? 'nothing')
  })()`)
}

/** Runs a command of the palette. */
async function go(command: string): Promise<void> {
  await session.page.keyboard.press('Control+k')
  await session.page.keyboard.type(command)
  await session.page.keyboard.press('Enter')
}

describe('200 messages', () => {
  test('open at the end, and scroll to the first one without a stall or an empty view', async () => {
    const began = performance.now()
    await session.page.getByRole('button', { name: 'Two hundred messages', exact: true }).click()
    await chat.log.getByText('Answer to Question 99').waitFor()
    expect(performance.now() - began).toBeLessThan(3_000)
    const mounted = await chat.log.getByRole('article').count()
    expect(mounted).toBeLessThan(60)
    await chat.log.hover()
    await session.page
      .evaluate(`globalThis.gaps = []; globalThis.framing = true; { let last = performance.now(); requestAnimationFrame(function next() {
      const now = performance.now(); gaps.push(now - last); last = now; if (framing) requestAnimationFrame(next) }) }`)
    for (let step = 0; step < 40; step += 1) {
      await session.page.mouse.wheel(0, -2_000)
      await session.page.waitForTimeout(16)
    }
    const gaps = await session.page.evaluate<number[]>('framing = false, gaps')
    const sorted = gaps.toSorted((one, other) => one - other)
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(50)
    await chat.log.press('Home')
    await chat.questions.getByText('Question 0:').waitFor()
    await expect.poll(() => chat.log.evaluate((log) => log.scrollTop)).toBe(0)
    expect(await chat.questions.getByText('Question 0:').isVisible()).toBe(true)
  })
})

describe('text that grows', () => {
  test('moves nothing that is read already', async () => {
    await chat.fresh()
    const paragraphs = Array.from({ length: 25 }, (_, index) => `Paragraph ${index} with \`code\`, **bold** words and a few more of them.`)
    const growing = `${paragraphs.join('\n\n')}\n\n\`\`\`js\nconst a = 1\nconst b = 2\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThe end.`
    server.enqueue(text(growing, { size: 14, delayMs: 12, reasoning: 'Some thoughts first.' }))
    await session.page.evaluate(`globalThis.shift = 0; globalThis.watcher = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value
    }); watcher.observe({ type: 'layout-shift' })`)
    await chat.say('Write at length')
    await chat.log.getByText('The end.').waitFor()
    expect(await session.page.evaluate('watcher.disconnect(), shift')).toBeLessThan(0.1)
  })
})

describe.each(WIDTHS)('at %i pixels', (width) => {
  test('a conversation of long words, tables and formulas stays inside, and nothing lies over the composer', async () => {
    await session.app.resize(width, 800)
    await session.page.keyboard.press('Control+n')
    await chat.log.waitFor({ state: 'detached' })
    server.enqueue(text(LONG))
    await chat.say(`Long words ${LONG.slice(0, 1_500)}`)
    await chat.answers.last().locator('math').first().waitFor()
    expect(await tooWide()).toEqual([])
    expect(await overComposer()).toEqual([])
    await chat.field.fill(`${'long '.repeat(400)}${'字'.repeat(800)}`)
    expect(await tooWide()).toEqual([])
    expect(await overComposer()).toEqual([])
    const { bottom, height } = await session.page.evaluate<{ bottom: number; height: number }>(
      "({ bottom: document.querySelector('[data-composer]').getBoundingClientRect().bottom, height: innerHeight })"
    )
    expect(bottom).toBeLessThanOrEqual(height + 1)
    await chat.field.fill('')
  })

  test('no page scrolls sideways', async () => {
    for (const page of ['Memory', 'What left this machine', 'Models', 'Tools', 'Data', 'Settings']) {
      await go(`Go to ${page}`)
      await session.page.getByRole('heading', { name: page, level: 1 }).waitFor()
      await session.page.waitForTimeout(60)
      expect([page, ...(await tooWide())]).toEqual([page])
    }
    await go('Long words')
    await chat.log.waitFor()
  })
})
