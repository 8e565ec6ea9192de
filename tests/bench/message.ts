import { startHeadless, useServer } from '../support/headless.ts'
import { startScriptedServer, text } from '../support/scripted-server/index.ts'
import { spread, type Measure } from './measure.ts'
import { copyOfProfile, warmed } from './profiles.ts'
import { question } from './sentences.ts'

const TURNS = 40

/** From `turn.start` to the arrival of the request at the model's server, with 10,000 facts and a remote destination. */
export async function benchMessage(): Promise<Measure[]> {
  const profile = copyOfProfile(10_000)
  const server = await startScriptedServer()
  server.otherwise(text('Fine. 好的。'))
  try {
    const app = startHeadless({ profileDir: profile.dir })
    await warmed(app)
    await useServer(app, server.baseUrl)
    const times: number[] = []
    for (let number = 0; number < TURNS; number += 1) {
      // A new thread now and then, so that the context stays of an ordinary length.
      const { conversationId } = await app.call('conversations.create', {})
      const began = performance.now()
      const turn = app.turn({ conversationId, text: question(number) })
      const request = await server.chat(number + 1)
      times.push(request.at - began)
      await turn
    }
    await app.close()
    return [{ name: 'message.first', value: times[0] ?? Number.NaN, unit: 'ms' }, ...spread('message', times.slice(1))]
  } finally {
    await server.close()
    profile.remove()
  }
}
