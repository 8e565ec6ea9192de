import type { EventData, EventName, ShellState } from '../../shared/ipc/contract.ts'
import type { ErrorData, Result } from '../../shared/model/errors.ts'
import type { Keystore } from '../db/keystore.ts'
import { AppError, fail, ok, toErrorData } from '../kernel/app-error.ts'
import type { Logger } from '../kernel/logger.ts'
import { profilePaths } from '../kernel/paths.ts'
import type { WorkerHost } from '../kernel/worker-host.ts'
import { prepareProfileFolder } from './profile-folder.ts'
import { startCoreLink, type CoreLink } from './core-link.ts'
import type { CoreHost, DesktopActions } from './host-port.ts'
import { callShellRoute, type ShellHandlers } from './shell-routes.ts'
import { unlockProfile, type Unlocked } from './unlock.ts'

export interface CoreHostOptions {
  readonly profileDir: string
  readonly shell: ShellState['shell']
  /** Folder of the app, where `.env` may lie. */
  readonly appRoot: string
  readonly modelsDir: string
  readonly version: string
  readonly locale: string
  readonly workers: WorkerHost
  /** Address of the embedding worker's entry, which the core's worker starts. */
  readonly embedEntry: string
  readonly keystore: Keystore | null
  readonly desktop: DesktopActions | null
  readonly logger: Logger
  readonly env: Readonly<Record<string, string | undefined>>
}

type Listener = <E extends EventName>(name: E, data: EventData<E>) => void

export function createCoreHost(options: CoreHostOptions): CoreHost {
  return new Host(options)
}

/** Holds the key for as long as it takes to start the core, answers `shell.*`, and forwards everything else. */
class Host implements CoreHost {
  readonly #options: CoreHostOptions
  readonly #listeners = new Set<Listener>()
  #state: ShellState['state'] = 'starting'
  #error: ErrorData | null = null
  #link: CoreLink | null = null
  #starting: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: CoreHostOptions) {
    this.#options = options
  }

  start(): Promise<void> {
    return this.#begin(this.#options.env['HEARTH_PASSPHRASE'] ?? null)
  }

  #begin(passphrase: string | null): Promise<void> {
    // One after the other: two unlocks at once must not start two cores on one profile.
    this.#starting = this.#starting.then(() => this.#open(passphrase)).catch((cause: unknown) => this.#enter('failed', toErrorData(cause)))
    return this.#starting
  }

  async #open(passphrase: string | null): Promise<void> {
    if (this.#link !== null || this.#closed) return
    this.#enter('starting', null)
    const { keystore, profileDir, logger } = this.#options
    prepareProfileFolder(profileDir)
    const unlocked = await this.#unlock(passphrase)
    if (unlocked === null) return
    if (unlocked.state !== 'open') return this.#enter(unlocked.state, null)
    if (unlocked.method === 'file') {
      logger.warn('key.file', { reason: 'no passphrase in HEARTH_PASSPHRASE: the key lies in a file that only you may read' })
    }
    const started = await startCoreLink(
      {
        embedEntry: this.#options.embedEntry,
        config: {
          profileDir,
          key: unlocked.key,
          appRoot: this.#options.appRoot,
          modelsDir: this.#options.modelsDir,
          version: this.#options.version,
          locale: this.#options.locale,
          shell: this.#options.shell,
          env: { ...this.#options.env, HEARTH_PASSPHRASE: undefined }
        }
      },
      {
        workers: this.#options.workers,
        onEvent: (name, data) => this.#emit(name, data),
        onLog: ({ level, event, fields }) => logger[level](event, fields),
        onDeath: () => this.#died()
      }
    )
    unlocked.key.fill(0)
    if (keystore === null) logger.info('core.started', { ok: started.ok })
    if (!started.ok) return this.#enter('failed', started.error)
    this.#link = started.value
    this.#enter('ready', null)
  }

  /** A wrong passphrase asks again (`locked` with the error); anything else that goes wrong is a failed start. */
  async #unlock(passphrase: string | null): Promise<Unlocked | null> {
    const { profileDir, keystore, shell } = this.#options
    try {
      return await unlockProfile(profilePaths(profileDir), { keystore, passphrase })
    } catch (cause) {
      const error = toErrorData(cause)
      const again = passphrase !== null && error.code === 'PROFILE_KEY' && shell !== 'headless'
      this.#enter(again ? 'locked' : 'failed', error)
      return null
    }
  }

  #died(): void {
    if (this.#link === null || this.#closed) return
    this.#link = null
    this.#enter('failed', new AppError('INTERNAL', 'The core has stopped').toData())
  }

  #enter(state: ShellState['state'], error: ErrorData | null): void {
    this.#state = state
    this.#error = error
    if (error !== null) this.#options.logger.error('core.state', { state, code: error.code })
    this.#emit('shell.state', this.#shellState())
  }

  #shellState(): ShellState {
    const { shell, keystore, profileDir, locale } = this.#options
    const error = this.#error
    return {
      state: this.#state,
      shell,
      weakKeystore: keystore?.weak === true,
      profile: profileDir,
      locale,
      error:
        error === null
          ? null
          : { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: { ...error.data } }) }
    }
  }

  #emit: Listener = (name, data) => {
    for (const listener of this.#listeners) listener(name, data)
  }

  async call(route: string, input: unknown): Promise<Result<unknown>> {
    if (route.startsWith('shell.')) return callShellRoute(this.#shellHandlers(), route, input)
    await this.#starting
    if (this.#link !== null) return this.#link.call(route, input)
    return fail(new AppError(this.#error?.code ?? 'PROFILE_KEY', this.#error?.message ?? 'The profile is locked', this.#error?.data))
  }

  #shellHandlers(): ShellHandlers {
    const { desktop, profileDir } = this.#options
    const state = (): Result<ShellState> => ok(this.#shellState())
    const here = (): DesktopActions => {
      if (desktop === null) throw new AppError('NOT_FOUND', 'There is no desktop here')
      return desktop
    }
    return {
      'shell.state': () => Promise.resolve(state()),
      'shell.unlock': async ({ passphrase }) => {
        if (this.#link === null) await this.#begin(passphrase)
        return state()
      },
      'shell.retry': async () => {
        if (this.#link === null) await this.start()
        return state()
      },
      'shell.setAside': async () => {
        await this.#setAside()
        return state()
      },
      'shell.openExternal': async ({ url }) => ok({ opened: await here().openExternal(url) }),
      'shell.showDataFolder': async () => {
        await here().showFolder(profileDir)
        return ok({ done: true })
      },
      'shell.saveFile': async ({ name, text }) => ok({ path: await here().saveFile(name, text) }),
      'shell.openFile': async ({ kind }) => ok(await here().openFile(kind)),
      'shell.chooseFile': async ({ kind }) => ok({ path: await here().chooseFile(kind) })
    }
  }

  /** Only a damaged database is set aside, and only when the person says so; it is moved, never deleted. */
  async #setAside(): Promise<void> {
    if (this.#error?.code !== 'DB_DAMAGED' || this.#link !== null) {
      throw new AppError('INVALID_INPUT', 'Only a damaged database can be set aside')
    }
    const { setDamagedAside } = await import('../db/database.ts')
    setDamagedAside(profilePaths(this.#options.profileDir), () => Date.now())
    await this.start()
  }

  onEvent(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#starting
    await this.#link?.close()
    this.#link = null
  }
}
