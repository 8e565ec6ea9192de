import { parentPort, workerData } from 'node:worker_threads'
import { loadModel } from './load-model.ts'
import type { EmbedMessage, EmbedReply, EmbedWorkerData } from './protocol.ts'
import { EmbedServer } from './serve.ts'
import { findModelFault } from './verify-model.ts'

// Entry of the embedding worker: no network, no database, no keys. Any error ends the worker; its parent deals with that.

const port = parentPort
if (port === null) throw new Error('The embedding worker runs only as a worker thread')
const { model, folder, sums }: EmbedWorkerData = workerData

const reply = (message: EmbedReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer)

const fault = await findModelFault(folder, sums)
if (fault === null) {
  const server = new EmbedServer(model, await loadModel(folder, model), reply)
  // What came while loading waited in the port; listening lets it in.
  port.on('message', (message: EmbedMessage) => {
    if (message.type === 'close') process.exit(0)
    void server.accept(message)
  })
  reply({ type: 'ready' })
} else {
  reply({ type: 'missing', reason: fault })
}
