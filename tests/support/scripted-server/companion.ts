import { text, toolCall } from './replies.ts'
import type { ChatBody, ChatRequest, Reply, WireMessage } from './types.ts'

const TELLS = /我叫|我是|我喜欢|我住|my name is|i am called|i like|i live/i
const ASKS = /[?？]|什么|哪|谁|吗|what|where|who|which/i
const CHINESE = /\p{Script=Han}/u

function lastUser(messages: readonly WireMessage[]): string {
  return messages.findLast((message) => message.role === 'user')?.content ?? ''
}

/** Lines of the memory block: it is a list, and stands before the last thing that the person said. */
function rememberedLines(messages: readonly WireMessage[]): string[] {
  const before = messages.slice(
    0,
    messages.findLastIndex((message) => message.role === 'user')
  )
  const blocks = before.filter((message) => message.role === 'user' || message.role === 'system')
  return blocks.flatMap((message) => (message.content ?? '').split('\n').filter((line) => line.startsWith('- ')))
}

function hasTool({ tools = [] }: ChatBody, name: string): boolean {
  return tools.some((tool) => tool.function.name === name)
}

function say(chinese: boolean, zh: string, en: string): Reply {
  return text(chinese ? zh : en, { size: 2, delayMs: 20 })
}

/**
 * A very small stand-in for a model, for people who try the app without a provider: it saves what someone says about themselves, quotes the
 * memory block when asked, and otherwise repeats. It invents nothing.
 */
export function companion({ body }: ChatRequest): Reply {
  const said = lastUser(body.messages)
  const chinese = CHINESE.test(said)
  if (body.messages.at(-1)?.role === 'tool') return say(chinese, '好的，我记下了。', 'Good, I have noted that.')
  if (ASKS.test(said)) {
    const lines = rememberedLines(body.messages)
    if (lines.length === 0) return say(chinese, '关于这个，我没有收到任何记忆。', 'I was given no memory about that.')
    return say(chinese, `我收到的记忆里有：\n\n${lines.join('\n')}`, `The memory that I was given says:\n\n${lines.join('\n')}`)
  }
  if (TELLS.test(said) && hasTool(body, 'save_preference')) return toolCall('save_preference', { fact: said })
  return say(chinese, `你说：${said}`, `You said: ${said}`)
}
