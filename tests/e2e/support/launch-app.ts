import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findElectron } from '../../../scripts/electron-binary.mjs'
import type { Route, RouteInput, RouteOutput } from '../../../src/shared/ipc/contract.ts'
import type { Result } from '../../../src/shared/model/errors.ts'
import { launchElectron } from './launch-electron.ts'
import { launchStandIn } from './launch-stand-in.ts'

export const ROOT = join(import.meta.dirname, '..', '..', '..')

export interface LaunchOptions {
  readonly profileDir: string
  /** Added to a small clean environment; keys and proxies of the machine do not reach the app. */
  readonly env?: Readonly<Record<string, string>>
  /** Size of the page in CSS pixels. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Language tag, for example `zh-CN`; `en-US` when left out. */
  readonly locale?: string
  readonly args?: readonly string[]
}

/** A dialog that the app showed. A message box is answered with a button's number, a file dialog with a path or null. */
export interface SeenDialog {
  readonly kind: 'message' | 'open' | 'save'
  readonly message: string
  readonly detail: string
}

export interface App {
  readonly kind: 'electron' | 'stand-in'
  /** Process of the app. */
  readonly pid: number
  /** The app's home folder, empty at the start. */
  readonly home: string
  /** First window. */
  readonly page: Page
  windows(): Page[]
  /** `app://main/<path>` as this browser names it. */
  address(path: string): string
  /** Any route, through `window.hearth` of the first window. */
  call<R extends Route>(route: R, input: RouteInput<R>): Promise<Result<RouteOutput<R>>>
  /** Answers the next dialog, whether it is open already or comes later. Unanswered ones are refused at the end of `close`. */
  answerDialog(answer: number | string | null): void
  dialogs(): readonly SeenDialog[]
  openedExternals(): readonly string[]
  resize(width: number, height: number): Promise<void>
  /** Everything the app wrote to its log. */
  log(): string
  /** Asks the app to end as a person would. @returns its exit code. */
  close(): Promise<number | null>
  /** `kill -9`. */
  kill(): Promise<void>
}

/** Starts the built app: real Electron where its binary exists, else the stand-in in a headless Chromium. */
export async function launchApp(options: LaunchOptions): Promise<App> {
  const electron = findElectron(ROOT)
  const app = electron === null ? await launchStandIn(options, ROOT) : await launchElectron(options, electron, ROOT)
  if (options.size) await app.resize(options.size.width, options.size.height)
  return app
}
