import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Route, RouteInput, RouteOutput } from '../../../src/shared/ipc/contract.ts'
import { launchApp, type App, type LaunchOptions } from './launch-app.ts'

const STEP_MS = 10_000
export const PASSPHRASE = 'five quiet words at home'

/** The app with its profile, and everything that went wrong in its page. */
export interface Session {
  readonly app: App
  readonly page: Page
  readonly profileDir: string
  /** A route through the window; throws when it failed. */
  ask<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>>
  /** Console errors, exceptions, breaches of the content security policy and requests to strangers since the last call. */
  takeProblems(): readonly string[]
  /** Ends the app as a person would; the profile stays. */
  end(): Promise<void>
}

export interface SessionOptions extends Partial<LaunchOptions> {
  /** False leaves the app at the screen it starts with. */
  readonly unlock?: boolean
}

const ON_BREACH =
  "document.addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`))"

/** Reloads the page once, so that nothing it does while it starts goes unheard. */
async function listen(app: App): Promise<string[]> {
  const problems: string[] = []
  const { page } = app
  page.setDefaultTimeout(STEP_MS)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(app.address(''))) problems.push(`request: ${request.url()}`)
  })
  await page.addInitScript(ON_BREACH)
  await page.reload()
  return problems
}

/** Starts the built app on this profile and opens it with `PASSPHRASE`, the first or a later time. */
export async function openSession(profileDir: string, options: SessionOptions = {}): Promise<Session> {
  const { unlock = true, ...launch } = options
  const app = await launchApp({ profileDir, ...launch })
  const problems = await listen(app)
  const ask: Session['ask'] = async (route, input) => {
    const result = await app.call(route, input)
    if (!result.ok) throw new Error(`${route}: ${result.error.code} ${result.error.message}`)
    return result.value
  }
  if (unlock) await ask('shell.unlock', { passphrase: PASSPHRASE })
  return { app, page: app.page, profileDir, ask, takeProblems: () => problems.splice(0), end: async () => void (await app.close()) }
}

/** A folder for a profile, and how to remove it. */
export function profileFolder(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'hearth-e2e-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }) }
}

/** Makes a scripted server the chosen model. Declared remote, it is a proxy to a cloud: its requests leave this machine. */
export async function useModelServer(session: Session, baseUrl: string, destination: 'local' | 'remote' = 'remote'): Promise<void> {
  const contextWindow = 200_000
  await session.ask('providers.save', {
    id: 'scripted',
    preset: 'custom',
    name: 'Scripted',
    baseUrl,
    model: 'scripted',
    destination,
    contextWindow
  })
  await session.ask('providers.select', { id: 'scripted' })
}

/** A first start with this server as the model. */
export async function openWithModel(profileDir: string, baseUrl: string, options: SessionOptions = {}): Promise<Session> {
  const session = await openSession(profileDir, options)
  await session.page.getByRole('button', { name: /^(Go on with memory only|先只用记忆)$/ }).click()
  await useModelServer(session, baseUrl)
  return session
}
