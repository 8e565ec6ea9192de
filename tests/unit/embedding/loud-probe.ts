import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { EmbedReply, EmbedWorkerData } from '../../../src/core/memory/embedding/protocol.ts'
import { allMiniLmL6V2, inBox } from '../../../src/core/memory/embedding/models.ts'

// The same worker, started past the host and with telemetry left on: shows that the test would see a hidden sender.
const [modelsDir = '', entry = ''] = process.argv.slice(2)
const data: EmbedWorkerData = inBox(modelsDir, allMiniLmL6V2)
const worker = new Worker(new URL(entry), { workerData: data })
await new Promise<EmbedReply>((resolve) => worker.once('message', resolve))
await setTimeout(1_500)
const gone = new Promise((resolve) => worker.once('exit', resolve))
worker.postMessage({ type: 'close' })
await gone
console.log('loaded')
