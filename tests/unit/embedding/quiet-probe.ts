import '../../../src/core/host/silence-telemetry.ts'
import { setTimeout } from 'node:timers/promises'
import { embedderOn, watchedHost } from './setup.ts'

// A program of its own, run under strace: embeds two texts as the app does and gives hidden threads time to act.
const embedder = embedderOn(watchedHost())
const vectors = await embedder.embed(['hello', '你好'], 'passage')
await setTimeout(1_500)
await embedder.close()
console.log(`vectors ${vectors.length}`)
