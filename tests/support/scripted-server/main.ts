import { companion } from './companion.ts'
import { startScriptedServer } from './server.ts'

/** `node tests/support/scripted-server/main.ts [port]`: a model server that needs no model, to try the app with. */
const given = process.argv[2] ?? '8765'
const port = Number(given)
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`not a port: ${given}\n`)
  process.exit(2)
}
const server = await startScriptedServer(port)
server.models(['companion'])
server.otherwise(companion)
process.stdout.write(`${server.baseUrl}\n`)
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void server.close())
