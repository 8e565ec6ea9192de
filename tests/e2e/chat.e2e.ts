import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  cut,
  DONE,
  delta,
  failure,
  finish,
  hang,
  startScriptedServer,
  stream,
  text,
  toolCall,
  type ScriptedServer
} from '../support/scripted-server/index.ts'
import { chatOf, watchGrowth, type Chat } from './support/chat.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'

/** `--local` of the light theme. */
const LOCAL_GREEN = 'rgb(42, 99, 65)'

// A conversation with a model server, through the window on the real core.

const profile = profileFolder()
let server: ScriptedServer
let session: Session
let chat: Chat

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(({ body }) => text(`You said: ${body.messages.at(-1)?.content ?? ''}`))
  session = await openWithModel(profile.dir, server.baseUrl, { size: { width: 1280, height: 800 } })
  chat = chatOf(session.page)
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const { button } = { button: (name: string | RegExp) => session.page.getByRole('button', { name, exact: true }) }

describe('an answer', () => {
  test('appears in steps, each a longer beginning of the whole', async () => {
    const whole = 'One step after the other, until the whole sentence stands here.'
    server.enqueue(text(whole, { size: 2, delayMs: 70 }))
    await chat.send('Write slowly')
    const paragraph = chat.answers.last().locator('p').first()
    const steps = await watchGrowth(paragraph, async () => (await button('Stop').count()) === 0)
    const grown = steps.filter((step) => step !== '' && whole.startsWith(step))
    expect(new Set(grown.map((step) => step.length)).size).toBeGreaterThan(3)
    await expect.poll(() => paragraph.textContent()).toBe(whole)
  })

  test('shows its reasoning folded, and whole when it is unfolded', async () => {
    server.enqueue(text('Forty-two.', { reasoning: 'Six times seven, said slowly.' }))
    const answer = await chat.say('And the answer?')
    const thoughts = answer.getByText('Six times seven, said slowly.')
    expect(await thoughts.count()).toBe(0)
    await answer.getByText('Reasoning').click()
    await thoughts.waitFor()
    await answer.getByText('Reasoning').click()
    await thoughts.waitFor({ state: 'detached' })
  })

  test('shows a tool call as one line that unfolds to the exact arguments and result', async () => {
    const args = '{ "expr":  "12 * (3 + 4)" }'
    server.enqueue(toolCall('calculator', args), text('It is 84.'))
    const answer = await chat.say('What is 12 × (3 + 4)?')
    await answer.getByText('Calculate').click()
    await expect.poll(() => answer.locator('pre').allTextContents()).toEqual([args, '84'])
    expect(await answer.getByText('done', { exact: true }).count()).toBe(1)
  })

  test('is stopped by the person: the server sees the connection close, and the text is kept', async () => {
    server.enqueue(stream(delta({ content: 'Only this much' }), hang))
    const number = server.chats.length + 1
    await chat.send('Tell me a long story')
    await chat.answers.last().getByText('Only this much').waitFor()
    await button('Stop').click()
    expect(await (await server.chat(number)).closed).toBe('by-client')
    const answer = chat.answers.last()
    await answer.getByText('You stopped this answer. Its text is kept.').waitFor()
    await answer.getByText('Only this much').waitFor()
  })

  test('that is cut off keeps its text and can be continued', async () => {
    server.enqueue(stream(...['This ', 'was ', 'cut'].map((content) => delta({ content })), cut), text(' and goes on.'))
    const answer = await chat.say('Be cut')
    await answer.getByText('This was cut').waitFor()
    await answer.getByText('The answer was cut off. Its text is kept.').waitFor()
    await answer.getByRole('button', { name: 'Continue' }).click()
    await chat.answers.last().getByText('and goes on.').waitFor()
  })

  test('is given again as another version, and both can be read', async () => {
    server.enqueue(text('The first answer.'), text('The second answer.'))
    const answer = await chat.say('Answer twice')
    await answer.getByText('The first answer.').waitFor()
    await answer.getByRole('button', { name: 'Answer again' }).click()
    await chat.answers.last().getByText('The second answer.').waitFor()
    await chat.settled()
    const versions = chat.answers.last().getByRole('group', { name: 'Versions' })
    await versions.getByText('2/2').waitFor()
    await versions.getByRole('button', { name: 'Previous version' }).click()
    await chat.answers.last().getByText('The first answer.').waitFor()
    expect(await chat.log.getByText('The second answer.').count()).toBe(0)
  })

  test('after an error says what happened in the language of the window, and what can be done', async () => {
    server.enqueue(failure(401, 'bad key'))
    const answer = await chat.say('Is the key good?')
    await answer.getByText(`The key was refused by ${server.host} (401). Your message is saved. Check the key in Models.`).waitFor()
    await answer.getByRole('button', { name: 'Open Models' }).waitFor()
    await session.ask('settings.set', { patch: { appearance: { language: 'zh' } } })
    const chinese = chatOf(session.page, 'zh')
    await chinese.answers.last().getByText(`${server.host}拒绝了这个密钥 (401)。消息已保存；请到“模型”里检查密钥。`).waitFor()
    await session.ask('settings.set', { patch: { appearance: { language: 'en' } } })
    await chat.answers.last().getByRole('button', { name: 'Try again' }).click()
    await chat.answers.last().getByText('You said: Is the key good?').waitFor()
  })

  test('goes on after the page was reloaded in the middle of it, without loss or doubling', async () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')
    server.enqueue(text(words, { size: 12, delayMs: 70 }))
    await chat.send('Count for me')
    await chat.answers.last().getByText('word3').waitFor()
    await session.page.reload()
    await chat.answers.last().getByText('word6').waitFor()
    expect(await button('Stop').count()).toBe(1)
    await chat.settled()
    await expect.poll(() => chat.answers.last().locator('p').first().textContent()).toBe(words)
    expect(await chat.questions.getByText('Count for me').count()).toBe(1)
  })
})

describe('what a message does', () => {
  test('edited, it becomes another version, and the earlier branch stays', async () => {
    await chat.fresh()
    await chat.say('The old question')
    await chat.say('A second one')
    const first = chat.questions.first()
    await first.hover()
    await first.getByRole('button', { name: 'Edit' }).click()
    await session.page.getByRole('textbox', { name: 'Edit the message' }).fill('The new question')
    await button('Send the change').click()
    await chat.log.getByText('You said: The new question').waitFor()
    await chat.settled()
    expect(await chat.questions.count()).toBe(1)
    expect(server.lastChat().raw).not.toContain('The old question')
    await chat.questions.first().getByRole('button', { name: 'Previous version' }).click()
    await chat.log.getByText('You said: A second one').waitFor()
    await chat.log.getByText('You said: The old question').waitFor()
  })

  test('under the lock it makes no request, looks different and says that it stayed', async () => {
    const before = server.requests.length
    const ground = () =>
      chat.questions
        .last()
        .evaluate((row) => row.ownerDocument.defaultView.getComputedStyle(row.querySelector('p').parentElement).backgroundColor)
    const ordinary = await ground()
    await button('Keep on this machine').click()
    await chat.say('My blood pressure is 120 over 80')
    const stayed = chat.questions.last().getByText('stayed on this machine')
    expect(await ground()).not.toBe(ordinary)
    expect(await stayed.evaluate((line) => line.ownerDocument.defaultView.getComputedStyle(line).color)).toBe(LOCAL_GREEN)
    expect(server.requests.length).toBe(before)
    expect(await button('Keep on this machine').count()).toBe(1)
  })

  test('with 记住： it is remembered, told in a chip, and undone there', async () => {
    const answer = await chat.say('记住：我喜欢蓝色')
    await answer.getByRole('button', { name: 'remembered: 我喜欢蓝色' }).waitFor()
    await expect.poll(async () => (await session.ask('memory.list', { search: '蓝色' })).length).toBe(1)
    await answer.getByRole('button', { name: 'Undo: 我喜欢蓝色' }).click()
    await session.page.getByText('Undone. It is not remembered.').first().waitFor()
    await answer.getByRole('button', { name: 'remembered: 我喜欢蓝色' }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await session.ask('memory.list', { search: '蓝色' })).length).toBe(0)
  })

  test('the line about what left names the host and exactly the bytes that the server received', async () => {
    await session.ask('memory.add', { text: 'I keep bees on the roof' })
    const answer = await chat.say('Where do I keep bees?')
    await answer.getByRole('button', { name: 'used: I keep bees on the roof' }).waitFor()
    await answer.hover()
    await answer.getByRole('button', { name: 'Details of this turn' }).click()
    const drawer = session.page.getByRole('complementary', { name: 'Details of this turn' })
    await drawer.getByText('I keep bees on the roof').waitFor()
    await drawer.getByRole('button', { name: 'Hide details of this turn' }).click()
    const size = Buffer.byteLength(server.lastChat().raw)
    const shown = `${new Intl.NumberFormat('en-GB', { maximumFractionDigits: size < 10_000 ? 1 : 0 }).format(size / 1_000)} kB`
    await answer.getByRole('button', { name: `${shown} to ${server.host}` }).waitFor()
    const { conversationId } = (await session.ask('conversations.list', { limit: 1 }))[0] ?? { conversationId: '' }
    const receipts = await session.ask('privacy.receipts', { conversationId, limit: 1 })
    expect(receipts[0]).toMatchObject({ bytes: size, body: server.lastChat().raw, host: server.host })
  })

  test('a reply without a word says so', async () => {
    server.enqueue(stream(delta({ reasoning_content: 'only thoughts' }), finish('stop'), DONE))
    const answer = await chat.say('Say nothing')
    await answer.getByText('The model reasoned but wrote no answer.').waitFor()
  })
})
