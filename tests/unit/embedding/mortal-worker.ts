import { parentPort } from 'node:worker_threads'

// The real embedding worker with one thing more: it dies, as after an uncaught error, when it is told to.
await import('../../../src/core/memory/embedding/embed-worker.ts')
parentPort?.on('message', (message: { type: string }) => {
  if (message.type === 'die') process.exit(9)
})
