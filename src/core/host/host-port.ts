import type { EventData, EventName } from '../../shared/ipc/contract.ts'
import type { Result } from '../../shared/model/errors.ts'

/** The core as main and cli see it: alive before the profile is unlocked and after the core has failed. */
export interface CoreHost {
  /** Unlocks with what is at hand and starts the core. Never rejects; ask `shell.state` how it went. */
  start(): Promise<void>
  /** Any route by name with unchecked input. Never rejects; the value is JSON only. */
  call(route: string, input: unknown): Promise<Result<unknown>>
  /** @returns a function that ends the subscription. */
  onEvent(listener: <E extends EventName>(name: E, data: EventData<E>) => void): () => void
  /** Finishes what is under way, erases what waits for its undo, closes the file. */
  close(): Promise<void>
}

/** What only the desktop can do; headless answers that it cannot. */
export interface DesktopActions {
  openExternal(url: string): Promise<boolean>
  showFolder(path: string): Promise<void>
  chooseFile(kind: 'certificate' | 'model-folder'): Promise<string | null>
  /** Saves a text where the person says in a dialog. @returns the path, or null when they did not want to. */
  saveFile(name: string, text: string): Promise<string | null>
  /** Reads the text file that the person chooses in a dialog. */
  openFile(kind: 'memory'): Promise<{ readonly name: string; readonly text: string } | null>
}
