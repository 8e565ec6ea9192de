import type { Route, RouteInput, RouteOutput } from '../../src/shared/ipc/contract.ts'
import { applyFactOp, type ExpectedFact, type FactOp, type NewFactText } from './facts.ts'
import { planTurn, type TalkKind } from './script.ts'
import type { Session } from './session.ts'
import type { ExpectedConversation, ExpectedTurn } from './talk.ts'
import { freshSecret, freshText, type Unanswered, type World } from './world.ts'

// What a person and scripts do, several things at a time. Each records what it expects only once it was acknowledged.

const KEYS = ['home', 'job', 'favourite-colour', 'pet']

type Action = (world: World, session: Session) => Promise<void>

/** The value of an acknowledged request, null when the app was killed first; an error is a finding. */
async function asked<R extends Route>(
  world: World,
  session: Session,
  about: Unanswered,
  route: R,
  input: RouteInput<R>
): Promise<RouteOutput<R> | null> {
  const result = await session.ask(about, route, input)
  if (result === null) return null
  if (result.ok) {
    world.acknowledged.set(route, (world.acknowledged.get(route) ?? 0) + 1)
    return result.value
  }
  world.problems.push(`${route} answered ${result.error.code}: ${result.error.message}`)
  return null
}

async function factOp<R extends Route>(
  world: World,
  session: Session,
  op: FactOp,
  route: R,
  input: RouteInput<R>
): Promise<RouteOutput<R> | null> {
  const value = await asked(world, session, { about: 'facts', op }, route, input)
  if (value !== null) applyFactOp(world.facts, op)
  return value
}

function newFact(world: World): NewFactText {
  const { random } = world
  if (random.chance(0.15)) return { text: freshSecret(world), key: null, privacy: 'private' }
  return { text: freshText(world), key: random.chance(0.3) ? random.pick(KEYS) : null, privacy: 'open' }
}

const draftOf = ({ text, key, privacy }: NewFactText) => ({ text, privacy, ...(key === null ? {} : { key }) })

const addOne: Action = async (world, session) => {
  const item = newFact(world)
  await factOp(world, session, { kind: 'add', items: [item] }, 'memory.add', draftOf(item))
}

const addMany: Action = async (world, session) => {
  const items = Array.from({ length: world.random.between(2, 40) }, () => newFact(world))
  await factOp(world, session, { kind: 'add', items }, 'memory.addMany', { items: items.map(draftOf) })
}

/** Takes a fact that nobody else works on; gives it back when the work is acknowledged. */
async function withFact(world: World, fits: (fact: ExpectedFact) => boolean, act: (fact: ExpectedFact) => Promise<void>): Promise<void> {
  const free = [...world.facts.facts.values()].filter((fact) => fits(fact) && !world.busy.has(fact.text))
  if (free.length === 0) return
  const fact = world.random.pick(free)
  world.busy.add(fact.text)
  await act(fact)
  world.busy.delete(fact.text)
}

const isLive = (fact: ExpectedFact): boolean => fact.status === 'live'
/** Whatever has a key can be replaced by another request at any moment. */
const isLoose = (fact: ExpectedFact): boolean => isLive(fact) && fact.key === null

async function idOf(world: World, session: Session, text: string): Promise<string | null> {
  const found = await asked(world, session, { about: 'other' }, 'memory.list', { search: text, limit: 5_000 })
  const fact = found?.find((one) => one.text === text)
  if (found !== null && fact === undefined && !session.over) world.problems.push(`the live fact "${text}" is not found by its words`)
  return fact?.factId ?? null
}

const replaceOne: Action = (world, session) =>
  withFact(world, isLoose, async (fact) => {
    const factId = await idOf(world, session, fact.text)
    if (factId === null) return
    const to = fact.privacy === 'private' ? freshSecret(world) : freshText(world)
    await factOp(world, session, { kind: 'replace', from: fact.text, to }, 'memory.update', { factId, patch: { text: to } })
  })

const changeOne: Action = (world, session) =>
  withFact(world, isLoose, async (fact) => {
    const factId = await idOf(world, session, fact.text)
    if (factId === null) return
    const { text } = fact
    if (world.random.chance(0.5)) await factOp(world, session, { kind: 'pin', text }, 'memory.update', { factId, patch: { pinned: true } })
    else await factOp(world, session, { kind: 'hide', text }, 'memory.update', { factId, patch: { privacy: 'private' } })
  })

const eraseOne: Action = (world, session) =>
  withFact(world, isLoose, async ({ text }) => {
    const factId = await idOf(world, session, text)
    if (factId !== null) await factOp(world, session, { kind: 'erase', text }, 'memory.delete', { factId })
  })

const holdOne: Action = (world, session) =>
  withFact(world, isLoose, async ({ text }) => {
    const factId = await idOf(world, session, text)
    if (factId === null) return
    const held = await factOp(world, session, { kind: 'hold', text }, 'memory.delete', { factId, undoable: true })
    const deletionId = held?.deletionId ?? null
    if (deletionId === null) return
    if (world.random.chance(0.5)) await factOp(world, session, { kind: 'undo', text }, 'deletions.undo', { deletionId })
    else world.deletionIds.add(deletionId)
  })

const recall: Action = async (world, session) => {
  const texts = [...world.facts.facts.keys()]
  const query = texts.length === 0 ? freshText(world) : world.random.pick(texts)
  const found = await asked(world, session, { about: 'other' }, 'memory.recall', { query, limit: 8, destination: 'local', abstain: false })
  for (const fact of found ?? []) if (world.facts.erased.has(fact.text)) world.problems.push(`recall gave the deleted fact "${fact.text}"`)
}

const freeThreads = (world: World): ExpectedConversation[] =>
  world.conversations.filter(({ id, state }) => state === 'there' && !world.busy.has(id))

async function newThread(world: World, session: Session): Promise<ExpectedConversation | null> {
  const made = await asked(world, session, { about: 'other' }, 'conversations.create', {})
  if (made === null) return null
  const conversation: ExpectedConversation = { id: made.conversationId, draft: '', turns: [], state: 'there' }
  world.conversations.push(conversation)
  return conversation
}

async function withThread(world: World, session: Session, act: (thread: ExpectedConversation) => Promise<void>): Promise<void> {
  const free = freeThreads(world)
  const thread = free.length === 0 || world.random.chance(0.25) ? await newThread(world, session) : world.random.pick(free)
  if (thread === null) return
  world.busy.add(thread.id)
  await act(thread)
  world.busy.delete(thread.id)
}

const draft: Action = (world, session) =>
  withThread(world, session, async (conversation) => {
    const text = freshText(world)
    const value = await asked(world, session, { about: 'draft', conversation, text }, 'drafts.set', {
      conversationId: conversation.id,
      text
    })
    if (value !== null) conversation.draft = text
  })

const dropThread: Action = (world, session) =>
  withThread(world, session, async (conversation) => {
    const hold = world.random.chance(0.5)
    const about: Unanswered = { about: 'delete', conversation, hold }
    const value = await asked(world, session, about, 'conversations.delete', { conversationId: conversation.id, undoable: hold })
    if (value !== null) conversation.state = hold ? 'held' : 'gone'
  })

function talk(kind: TalkKind): Action {
  return (world, session) =>
    withThread(world, session, async (conversation) => {
      const planned = planTurn(world, kind, kind === 'secret' ? freshSecret(world) : freshText(world))
      const turn: ExpectedTurn = {
        text: planned.text,
        full: planned.full,
        userMessageId: null,
        turnId: null,
        shown: [],
        stopAsked: false,
        end: null,
        settled: null
      }
      conversation.turns.push(turn)
      if (planned.fact !== null) world.facts.optional.set(planned.fact.text, { ...planned.fact, key: null })
      const about: Unanswered = { about: 'turn', conversation, turn }
      const started = await asked(world, session, about, 'turn.start', { conversationId: conversation.id, text: planned.text })
      if (started === null) return
      turn.turnId = started.turnId
      turn.userMessageId = started.userMessageId
      conversation.draft = ''
      if (world.random.chance(0.1)) {
        turn.stopAsked = true
        setTimeout(() => void session.ask({ about: 'other' }, 'turn.stop', { turnId: started.turnId }), 200)
      }
      await session.follow(started.turnId, turn, planned)
    })
}

const WEIGHTED: readonly (readonly [number, Action])[] = [
  [4, addOne],
  [2, addMany],
  [3, replaceOne],
  [2, changeOne],
  [3, eraseOne],
  [3, holdOne],
  [2, recall],
  [2, draft],
  [1, dropThread],
  [4, talk('stream')],
  [2, talk('save')],
  [2, talk('weather')],
  [2, talk('remember')],
  [1, talk('secret')]
]

const POOL = WEIGHTED.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))
const AT_ONCE = 3

/** Works until the session is over. */
export async function work(world: World, session: Session): Promise<void> {
  const one = async (): Promise<void> => {
    while (!session.over) {
      await world.random.pick(POOL)(world, session)
      await new Promise((resolve) => setTimeout(resolve, world.random.between(0, 15)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}
