import type { Session } from './session.ts'
import { compareConversation, type ExpectedConversation } from './talk.ts'
import { compareFacts, settleFacts } from './facts.ts'
import type { World } from './world.ts'

/** Drafts that may be there now: the acknowledged one, those under way, and none when a message was under way. */
function draftsOf(world: World, conversation: ExpectedConversation): Set<string> {
  const drafts = new Set([conversation.draft])
  for (const one of world.unanswered) {
    if (one.about === 'draft' && one.conversation === conversation) drafts.add(one.text)
    if (one.about === 'turn' && one.conversation === conversation) drafts.add('')
  }
  return drafts
}

async function checkConversation(world: World, session: Session, conversation: ExpectedConversation, shownBefore: number): Promise<void> {
  const { app } = session
  const messages = await app.call('messages.list', { conversationId: conversation.id })
  world.problems.push(...compareConversation(conversation, messages, world.facts.erased, shownBefore))
  const { text } = await app.call('drafts.get', { conversationId: conversation.id })
  if (!draftsOf(world, conversation).has(text)) world.problems.push(`the draft "${conversation.draft}" is "${text}"`)
  conversation.draft = text
}

/** Conversations that were created, and not those whose creation was never answered, by id. */
async function checkConversations(world: World, session: Session, shownBefore: number): Promise<void> {
  const listed = await session.app.call('conversations.list', { limit: 10_000 })
  const there = new Set(listed.map((one) => one.conversationId))
  for (const one of world.unanswered) {
    if (one.about === 'delete' && !there.has(one.conversation.id)) one.conversation.state = 'gone'
  }
  for (const conversation of world.conversations) {
    // What waited to be erased is erased at the start.
    if (conversation.state === 'held') conversation.state = 'gone'
    const isThere = there.has(conversation.id)
    if (isThere !== (conversation.state === 'there')) world.problems.push(`conversation ${conversation.id} should be ${conversation.state}`)
    if (isThere && conversation.state === 'there') await checkConversation(world, session, conversation, shownBefore)
  }
  for (const { title } of listed) {
    for (const text of world.facts.erased) if (title.includes(text)) world.problems.push(`a title holds the deleted "${text}"`)
  }
}

async function checkFacts(world: World, session: Session): Promise<void> {
  const found = await session.app.call('memory.list', { status: 'all', limit: 100_000 })
  const there = new Map(found.map((fact) => [fact.text, fact]))
  const ops = [...world.unanswered].flatMap((one) => (one.about === 'facts' ? [one.op] : []))
  settleFacts(world.facts, ops, there)
  world.problems.push(...compareFacts(world.facts, found))
}

/** What waited for its ten seconds is erased for good once the app starts again. */
async function checkDeletions(world: World, session: Session): Promise<void> {
  for (const deletionId of world.deletionIds) {
    const undone = await session.app.ask('deletions.undo', { deletionId })
    if (undone.ok) world.problems.push('a deletion that waited was not carried out at the start')
  }
  world.deletionIds.clear()
}

async function checkReceipts(world: World, session: Session): Promise<void> {
  const receipts = await session.app.call('privacy.receipts', { limit: 10_000 })
  const bodies = receipts.map((receipt) => receipt.body).join('\n')
  for (const text of world.facts.erased) if (bodies.includes(text)) world.problems.push(`a receipt holds the deleted "${text}"`)
}

/**
 * The oracle, through the contract: everything acknowledged is there, nothing deleted is back, and the start did nothing by itself.
 * What is found missing is put into `world.problems`.
 */
export async function checkStart(world: World, session: Session, requestsBefore: number, shownBefore: number): Promise<void> {
  // Facts first: what was erased decides what messages may still hold.
  await checkFacts(world, session)
  await checkConversations(world, session, shownBefore)
  await checkReceipts(world, session)
  await checkDeletions(world, session)
  const requests = world.server.requests.length - requestsBefore
  if (requests > 0) world.problems.push(`the start sent ${requests} requests by itself`)
  for (const [place, count] of world.asked) if (count > 1) world.problems.push(`the weather of ${place} was asked for ${count} times`)
  world.unanswered.clear()
  world.busy.clear()
}
