import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCoreHost } from '../core/host/core-host.ts'
import type { CoreHost } from '../core/host/host-port.ts'
import { createNodeWorkerHost } from '../core/host/node-worker-host.ts'
import { lineLogger } from '../core/kernel/logger.ts'

const root = join(import.meta.dirname, '..', '..')

function version(): string {
  const parsed: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '0.0.0'
}

/** The core without a desktop: keys in a file or by `HEARTH_PASSPHRASE`, logs on stderr. */
export function createHeadlessHost(profileDir: string): CoreHost {
  const embed = new URL('../core/memory/embedding/embed-worker.ts', import.meta.url)
  return createCoreHost({
    profileDir,
    shell: 'headless',
    appRoot: root,
    modelsDir: process.env['HEARTH_MODELS'] ?? join(root, 'resources', 'models'),
    version: version(),
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    workers: createNodeWorkerHost({ core: new URL('../core/host/core-worker.ts', import.meta.url), embed }),
    embedEntry: embed.href,
    keystore: null,
    desktop: null,
    logger: lineLogger((line) => process.stderr.write(`${line}\n`)),
    env: process.env
  })
}
