import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyFile } from '../../src/core/db/key-file.ts'
import { keyCheck, wrapKey } from '../../src/core/db/key-wrap.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import type { World } from './world.ts'

const fixtures = join(import.meta.dirname, '..', 'migrations', 'fixtures')

/** Puts the frozen database of version 1 into a profile, with a key file that opens it, and what is in it into the expectation. */
export async function placeVersion1(profileDir: string, world: World): Promise<void> {
  const { key: hex } = JSON.parse(readFileSync(join(fixtures, 'v1.json'), 'utf8')) as { key: string }
  const key = Buffer.from(hex, 'hex')
  const paths = profilePaths(profileDir)
  mkdirSync(profileDir, { recursive: true, mode: 0o700 })
  createKeyFile(paths, { version: 1, check: keyCheck(key), database: null, wraps: await wrapKey(paths, key, { kind: 'file' }) })
  copyFileSync(join(fixtures, 'v1.db'), paths.database)
  const fact = { key: null, status: 'live', pinned: true, supersededBy: null } as const
  const blue = { ...fact, text: 'The favourite colour is blue', key: 'key-fact_1', privacy: 'open' } as const
  const number = { ...fact, text: '身份证号 330106199001011234', key: 'key-fact_2', privacy: 'private' } as const
  for (const one of [blue, number]) world.facts.facts.set(one.text, { ...one })
  world.conversations.push({
    id: 'conversation_1',
    draft: '',
    turns: [
      {
        // Its question stands on another path of the thread.
        text: '',
        full: null,
        userMessageId: null,
        turnId: 'turn_1',
        shown: [],
        stopAsked: false,
        end: 'done',
        settled: [{ messageId: 'message_2', content: 'Blue.', status: 'complete' }]
      }
    ],
    state: 'there'
  })
}
