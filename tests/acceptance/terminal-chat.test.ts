import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hang, delta, stream, text } from '../support/scripted-server/index.ts'
import { openStage, type Stage } from './support.ts'

// `npm run chat`, as a person at a terminal or a script with a pipe would use it.

const root = join(import.meta.dirname, '..', '..')
let stage: Stage

beforeEach(async () => {
  stage = await openStage()
  await stage.app.close()
})

afterEach(() => stage.close())

interface Chat {
  readonly out: () => string
  say(line: string): void
  interrupt(): void
  readonly ended: Promise<number | null>
}

function startChat(): Chat {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'src/cli/chat.ts'), '--profile', stage.profileDir],
    {
      env: { ...process.env, HEARTH_PASSPHRASE: undefined, LC_ALL: 'en_US.UTF-8' },
      stdio: ['pipe', 'pipe', 'pipe']
    }
  )
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')))
  return {
    out: () => out,
    say: (line) => void child.stdin.write(`${line}\n`),
    interrupt: () => void child.kill('SIGINT'),
    ended: new Promise((resolve) => child.once('exit', resolve))
  }
}

test('a line is answered as it streams, with what was sent; /new starts over; /quit leaves with code 0', async () => {
  stage.server.otherwise(text('Hello, you.', { size: 3 }))
  const chat = startChat()
  chat.say('hi there')
  await expect.poll(chat.out, { timeout: 15_000 }).toContain('Hello, you.')
  await expect.poll(chat.out, { timeout: 15_000 }).toMatch(/\d+ bytes to 127\.0\.0\.1/)
  chat.say('/new')
  chat.say('private: my pin is 4711')
  await expect.poll(chat.out, { timeout: 15_000 }).toContain('Saved on this machine. Nothing was sent.')
  chat.say('/quit')
  expect(await chat.ended).toBe(0)
  expect(stage.server.chats).toHaveLength(1)
})

test('an interrupt stops the answer and not the chat', async () => {
  stage.server.enqueue(stream(delta({ content: 'It begins' }), hang), text('Here again.'))
  const chat = startChat()
  chat.say('tell me a story')
  await expect.poll(chat.out, { timeout: 15_000 }).toContain('It begins')
  chat.interrupt()
  await expect.poll(() => stage.server.lastChat().closedByClient, { timeout: 15_000 }).toBe(true)
  chat.say('are you there?')
  await expect.poll(chat.out, { timeout: 15_000 }).toContain('Here again.')
  // With no answer to stop, it ends the chat.
  chat.interrupt()
  expect(await chat.ended).toBe(0)
})
