import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { EmbedMessage, EmbedWorkerData } from '../../../src/core/memory/embedding/protocol.ts'

// Speaks as the embedding worker does, with vectors from hashes of the model's id and the text; a request takes a few milliseconds.
const { model, folder }: EmbedWorkerData = workerData

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(model.dimensions)
  for (let i = 0; i < vector.length; i += 1) {
    const block = createHash('sha256')
      .update(`${model.id}:${i >> 5}:${text}`)
      .digest()
    vector[i] = (block[i & 31] ?? 0) - 127.5
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

if (existsSync(join(folder, 'config.json'))) {
  parentPort?.on('message', (message: EmbedMessage) => {
    if (message.type === 'close') process.exit(0)
    const vectors = new Float32Array(message.texts.length * model.dimensions)
    message.texts.forEach((text, i) => vectors.set(vectorOf(text), i * model.dimensions))
    void setTimeout(5).then(() => parentPort?.postMessage({ type: 'vectors', id: message.id, vectors }))
  })
  parentPort?.postMessage({ type: 'ready' })
} else {
  parentPort?.postMessage({ type: 'missing', reason: 'absent' })
}
