import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Reply, Step } from './types.ts'

async function pause(ms: number, ending: AbortSignal): Promise<void> {
  if (ms === 0) await nextTurn()
  else await sleep(ms, undefined, { signal: ending, ref: false }).catch(() => {})
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.on('drain', done).on('close', done)
  })
}

/** @returns false when nothing may be written any more. */
async function take(step: Step, response: ServerResponse, ending: AbortSignal, closing: () => void): Promise<boolean> {
  switch (step.do) {
    case 'write':
      if (response.write(step.data)) return true
      await drained(response)
      return true
    case 'wait':
      await pause(step.ms, ending)
      return true
    case 'cut':
      closing()
      response.socket?.destroySoon()
      return false
    case 'reset':
      closing()
      response.socket?.resetAndDestroy()
      return false
    case 'hang':
      return false
  }
}

/**
 * Sends a reply step by step and stops as soon as the client has gone.
 * @param closing called before the server itself ends the connection
 */
export async function perform(reply: Reply, response: ServerResponse, ending: AbortSignal, closing: () => void): Promise<void> {
  if (reply.head !== 'never') {
    response.writeHead(reply.status, reply.headers)
    response.flushHeaders()
  }
  for (const step of reply.steps) {
    if (response.destroyed || ending.aborted) return
    if (!(await take(step, response, ending, closing))) return
  }
  response.end()
}
