import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHeadless } from '../support/headless.ts'
import { json, text, toolCall, toolCalls, type ChatRequest } from '../support/scripted-server/index.ts'
import { noteOf } from '../support/memory.ts'
import { imageOf } from './image.ts'
import { openStage, type Stage } from './support.ts'

// DESIGN §1.5: forgetting reaches every copy. What is looked at is the decrypted file itself, free pages included.

let stage: Stage

beforeEach(async () => {
  stage = await openStage()
})

afterEach(() => stage.close())

const WORDS = 'I breed HOATZIN-BIRDS in my cellar'
const TRACES = ['HOATZIN', 'hoatzin', 'in my cellar', 'cellar']
const isSummary = (request: ChatRequest): boolean => (request.body.messages[0]?.content ?? '').startsWith('Condense')

async function closedImage(): Promise<Buffer> {
  expect(await stage.app.close()).toBe(0)
  return imageOf(stage.profileDir)
}

function start(): void {
  stage.app = startHeadless({ profileDir: stage.profileDir })
}

/** Spreads the words: fact, evidence, title, draft, answer, tool result, summary, receipts, history, a second fact with the same evidence. */
async function spread(): Promise<{ factId: string; conversationId: string }> {
  await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: 200, keep: 2 } } })
  const conversationId = await stage.conversation()
  stage.server.enqueue(
    toolCall('save_preference', { fact: WORDS }),
    toolCall('save_preference', { fact: 'breed HOATZIN-BIRDS' }),
    text(`Noted: ${WORDS}.`)
  )
  stage.server.otherwise((request) => (isSummary(request) ? text(`The user said: ${WORDS}.`) : text('ok')))
  await stage.app.turn({ conversationId, text: WORDS })
  stage.server.enqueue(toolCall('recall_memory', { query: 'what do I breed in my cellar' }), text('birds'))
  await stage.app.turn({ conversationId, text: 'Look that up.' })
  for (let index = 0; index < 3; index += 1)
    await stage.app.turn({ conversationId, text: `Something else, ${index}. ${'Filler words here. '.repeat(5)}` })
  await stage.app.call('drafts.set', { conversationId, text: `As I said: ${WORDS}` })
  expect(stage.server.chats.some(isSummary)).toBe(true)
  expect(await stage.app.call('conversations.search', { query: 'hoatzin' })).not.toEqual([])
  const facts = await stage.app.call('memory.list', { search: 'hoatzin' })
  const factId = facts.find((fact) => fact.text === WORDS)?.factId ?? ''
  const other = facts.find((fact) => fact.text !== WORDS)?.factId ?? ''
  await stage.app.call('memory.update', { factId: other, patch: { text: 'I keep animals' } })
  // The short one is history of another fact now; forgetting it too leaves no copy that is meant to stay.
  return { factId, conversationId }
}

describe('forgetting a fact', () => {
  test('removes it from facts, history, evidence, messages, titles, drafts, summaries, receipts, indexes and the file', async () => {
    const { factId, conversationId } = await spread()
    expect(await stage.app.call('memory.delete', { factId })).toEqual({ deletionId: null, until: null })
    const [animals] = await stage.app.call('memory.list', { search: 'animals' })
    await stage.app.call('memory.delete', { factId: animals?.factId ?? '' })
    expect(await stage.app.call('conversations.search', { query: 'hoatzin' })).toEqual([])
    expect(await stage.app.call('memory.list', { search: 'hoatzin', status: 'all' })).toEqual([])
    const list = await stage.app.call('messages.list', { conversationId })
    expect(list[0]?.content).toBe('[forgotten]')
    expect((await stage.app.call('conversations.list', {}))[0]?.title).toBe('[forgotten]')
    expect((await stage.app.call('drafts.get', { conversationId })).text).toBe('As I said: [forgotten]')
    const receipts = await stage.app.call('privacy.receipts', { conversationId })
    expect(receipts.length).toBeGreaterThan(5)
    for (const receipt of receipts) expect(receipt.factIds).not.toContain(factId)
    const image = await closedImage()
    expect(image.includes('Something else, 1.')).toBe(true)
    for (const trace of ['HOATZIN', 'hoatzin', WORDS]) expect(image.includes(trace), trace).toBe(false)
    start()
  })

  test('another fact from the same sentence stays, without the words', async () => {
    const conversationId = await stage.conversation()
    stage.server.enqueue(
      toolCalls([
        { name: 'save_preference', args: { fact: 'I tame KOMODO dragons' } },
        { name: 'save_preference', args: { fact: 'I love folk music' } }
      ]),
      text('noted')
    )
    await stage.app.turn({ conversationId, text: 'I tame KOMODO dragons and I love folk music' })
    const facts = await stage.app.call('memory.list', {})
    expect(facts.map((fact) => fact.evidence.map((one) => one.text))).toEqual(
      Array.from({ length: 2 }, () => ['I tame KOMODO dragons and I love folk music'])
    )
    await stage.app.call('memory.delete', { factId: facts.find((fact) => fact.text.includes('KOMODO'))?.factId ?? '' })
    expect(await stage.app.call('memory.list', {})).toMatchObject([{ text: 'I love folk music', evidence: [{ text: '[forgotten]' }] }])
    const image = await closedImage()
    for (const trace of ['KOMODO', 'komodo']) expect(image.includes(trace), trace).toBe(false)
    start()
  })

  test('drops a note that may say it in other words; what it stood for, without the words, is carried again', async () => {
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: 200, keep: 2 } } })
    const conversationId = await stage.conversation()
    stage.server.otherwise((request) => text(isSummary(request) ? noteOf('The user keeps an AXOLOTL-like animal, AX-77120') : 'ok'))
    await stage.app.turn({ conversationId, text: 'remember: I keep the AXOLOTL AX-77120 in a tank' })
    const events: string[] = []
    for (let index = 0; index < 4; index += 1) {
      const turn = await stage.app.turn({ conversationId, text: `Remark ${index}. ${'Filler words here. '.repeat(10)}` })
      events.push(...turn.events.flatMap((event) => (event.type === 'compaction' ? [event.compactionId ?? ''] : [])))
    }
    expect(events.length).toBeGreaterThan(0)
    const opened = async (): Promise<string[]> =>
      Promise.all(events.map(async (compactionId) => (await stage.app.call('conversations.compaction', { compactionId })).text))
    expect((await opened()).join()).toContain('AXOLOTL-like')
    const [fact] = await stage.app.call('memory.list', { search: 'axolotl' })
    await stage.app.call('memory.delete', { factId: fact?.factId ?? '' })
    expect(await opened()).toEqual(events.map(() => '[forgotten]'))
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: null, keep: 6 } } })
    await stage.app.turn({ conversationId, text: 'And now?' })
    const carried = stage.server.lastChat().raw
    expect(carried).toContain('Remark 0.')
    for (const trace of ['AXOLOTL', '77120']) expect(carried).not.toContain(trace)
    const image = await closedImage()
    expect(image.includes('Remark 0.')).toBe(true)
    expect(image.includes('in a tank')).toBe(false)
    start()
  })

  test('with a long text: the title that holds only its beginning goes too', async () => {
    stage.server.otherwise(text('ok'))
    const long = `The combination of my ZWIEBACK-safe is left right left and then three times around ${'and around '.repeat(10)}`
    const conversationId = await stage.conversation()
    await stage.app.turn({ conversationId, text: `remember: ${long}` })
    const [before] = await stage.app.call('conversations.list', {})
    expect(before?.title).toMatch(/ZWIEBACK.*…$/)
    const [fact] = await stage.app.call('memory.list', { search: 'zwieback' })
    await stage.app.call('memory.delete', { factId: fact?.factId ?? '' })
    const image = await closedImage()
    for (const trace of ['ZWIEBACK', 'zwieback']) expect(image.includes(trace), trace).toBe(false)
    start()
  })

  test('that can be undone: hidden at once, whole again after undo, erased at quit, and after a kill at the next start', async () => {
    const { factId } = await stage.app.call('memory.add', { text: 'My tortoise is called METHUSALEM' })
    const held = await stage.app.call('memory.delete', { factId, undoable: true })
    expect(Date.parse(held.until ?? '') - Date.now()).toBeGreaterThan(5_000)
    expect(await stage.app.call('memory.recall', { query: 'tortoise' })).toEqual([])
    expect(await stage.app.call('memory.list', { status: 'all' })).toEqual([])
    expect(await stage.app.ask('memory.get', { factId })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(await stage.app.ask('memory.delete', { factId, undoable: true })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    await stage.app.call('deletions.undo', { deletionId: held.deletionId ?? '' })
    expect(await stage.app.call('memory.recall', { query: 'tortoise' })).toHaveLength(1)
    expect(await stage.app.ask('deletions.undo', { deletionId: held.deletionId ?? '' })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' }
    })

    await stage.app.call('memory.delete', { factId, undoable: true })
    await stage.app.kill()
    start()
    expect(await stage.app.call('memory.list', { status: 'all' })).toEqual([])
    const { factId: second } = await stage.app.call('memory.add', { text: 'My goldfish is called LEVIATHAN' })
    await stage.app.call('memory.delete', { factId: second, undoable: true })
    const image = await closedImage()
    for (const trace of ['METHUSALEM', 'methusalem', 'LEVIATHAN', 'leviathan']) expect(image.includes(trace), trace).toBe(false)
    start()
  })

  test('added again while its deletion waits: the new one stays', async () => {
    const { factId } = await stage.app.call('memory.add', { text: 'I whistle', key: 'habit' })
    await stage.app.call('memory.delete', { factId, undoable: true })
    expect(await stage.app.call('memory.add', { text: 'I whistle' })).toEqual({ factId, created: true })
    await stage.restart()
    expect((await stage.app.call('memory.list', {})).map((fact) => fact.text)).toEqual(['I whistle'])
  })
})

describe('deleting a conversation', () => {
  test('can be undone, and at quit removes every word of it, also from receipts and addresses; its facts stay', async () => {
    stage.server.otherwise(text('A secret about OCELOTS'))
    const conversationId = await stage.conversation()
    await stage.app.call('settings.set', { patch: { tools: { geocodingUrl: `${stage.server.origin}/places` } } })
    stage.server.route('GET', '/places', json({}))
    stage.server.enqueue(toolCall('get_weather', { place: 'OCELOTS-ville' }))
    await stage.app.turn({ conversationId, text: 'Tell me about OCELOTS' })
    expect(stage.server.requests.some((request) => request.query.get('name') === 'OCELOTS-ville')).toBe(true)
    await stage.app.turn({ conversationId, text: 'remember: I like tea' })
    const held = await stage.app.call('conversations.delete', { conversationId, undoable: true })
    expect(await stage.app.call('conversations.list', {})).toEqual([])
    expect(await stage.app.call('conversations.search', { query: 'ocelots' })).toEqual([])
    expect(await stage.app.ask('turn.start', { conversationId, text: 'x' })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    await stage.app.call('deletions.undo', { deletionId: held.deletionId ?? '' })
    expect(await stage.app.call('conversations.search', { query: 'ocelots' })).toHaveLength(3)
    expect(await stage.app.call('messages.list', { conversationId })).toHaveLength(6)
    await stage.app.call('conversations.delete', { conversationId, undoable: true })
    await stage.app.kill()
    start()
    expect(await stage.app.ask('messages.list', { conversationId })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    const receipts = await stage.app.call('privacy.receipts', {})
    expect(receipts).toHaveLength(4)
    for (const receipt of receipts) expect(receipt).toMatchObject({ body: '[forgotten]', conversationId: null })
    expect(receipts.map((receipt) => receipt.path)).toContain('/places')
    expect((await stage.app.call('memory.list', {})).map((fact) => fact.text)).toEqual(['I like tea'])
    const image = await closedImage()
    expect(image.includes('I like tea')).toBe(true)
    for (const trace of ['OCELOTS', 'ocelots']) expect(image.includes(trace), trace).toBe(false)
    start()
  })
})

test('the traces are there before anything is forgotten', async () => {
  await spread()
  const image = await closedImage()
  for (const trace of TRACES) expect(image.includes(trace), trace).toBe(true)
  start()
})
