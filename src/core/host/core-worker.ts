import { parentPort, workerData } from 'node:worker_threads'
import { createCore, type Core } from '../create-core.ts'
import { toErrorData } from '../kernel/app-error.ts'
import type { LogFields, Logger } from '../kernel/logger.ts'
import type { CoreWorkerData, FromCore, ToCore } from './core-protocol.ts'
import { createNodeWorkerHost } from './node-worker-host.ts'

const port = parentPort
if (port === null) throw new Error('This file is a worker')

const { config, embedEntry } = workerData as CoreWorkerData
const post = (message: FromCore): void => port.postMessage(message)
const log =
  (level: 'info' | 'warn' | 'error') =>
  (event: string, fields: LogFields = {}): void =>
    post({ type: 'log', level, event, fields })
const logger: Logger = { info: log('info'), warn: log('warn'), error: log('error') }

function start(): Core | null {
  try {
    const workers = createNodeWorkerHost({ core: new URL(embedEntry), embed: new URL(embedEntry) })
    const core = createCore(config, { workers, logger, emit: (name, data) => post({ type: 'event', name, data }) })
    post({ type: 'ready' })
    return core
  } catch (cause) {
    logger.error('core.start-failed', { name: cause instanceof Error ? cause.name : typeof cause, code: toErrorData(cause).code })
    post({ type: 'failed', error: toErrorData(cause) })
    return null
  }
}

const core = start()
if (core === null) port.close()
else {
  port.on('message', (message: ToCore) => {
    switch (message.type) {
      case 'call':
        void core.call(message.route, message.input).then((result) => post({ type: 'reply', id: message.id, result }))
        break
      case 'close':
        void core
          .close()
          .catch((cause: unknown) => logger.error('core.close-failed', { code: toErrorData(cause).code }))
          .then(() => {
            post({ type: 'closed' })
            port.close()
          })
        break
    }
  })
}
