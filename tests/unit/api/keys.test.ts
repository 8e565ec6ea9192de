import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startScriptedServer, text } from '../../support/scripted-server/index.ts'
import { atEnd, openCore, temporaryFolder } from './support.ts'

test('.env beside the app wins over the environment, which wins over the keystore; a change of the file holds at once', async () => {
  const server = await startScriptedServer()
  atEnd(() => server.close())
  server.otherwise(text('ok'))
  const appRoot = temporaryFolder()
  const file = join(appRoot, '.env')
  const core = await openCore({ appRoot, env: { DEEPSEEK_API_KEY: 'sk-environment', MOONSHOT_API_KEY: '' } })
  for (const id of ['deepseek', 'moonshot'] as const) {
    await core.call('providers.save', { id, preset: id, baseUrl: server.baseUrl, destination: 'remote' })
    await core.call('providers.setKey', { id, key: `sk-keystore-${id}` })
  }
  const conversationId = await core.conversation()
  const used = async (id: string): Promise<[string | undefined, string | undefined]> => {
    await core.call('providers.select', { id })
    await core.turn({ conversationId, text: 'hello' })
    const { providers } = await core.call('providers.list', {})
    return [server.lastChat().headers.authorization, providers.find((provider) => provider.id === id)?.key]
  }
  expect(await used('deepseek')).toEqual(['Bearer sk-environment', 'environment'])
  expect(await used('moonshot')).toEqual(['Bearer sk-keystore-moonshot', 'keystore'])
  writeFileSync(file, '# keys\nDEEPSEEK_API_KEY="sk-file" # mine\nMOONSHOT_API_KEY=\n\u0000garbage')
  expect(await used('deepseek')).toEqual(['Bearer sk-file', 'env-file'])
  expect(await used('moonshot')).toEqual(['Bearer sk-keystore-moonshot', 'keystore'])
  rmSync(file)
  expect(await used('deepseek')).toEqual(['Bearer sk-environment', 'environment'])
  const said = JSON.stringify([
    await core.call('providers.list', {}),
    await core.call('settings.get', {}),
    await core.call('privacy.receipts', {}),
    await core.call('app.diagnostics', {})
  ])
  expect(said).not.toMatch(/sk-(file|environment|keystore)/)
})
