import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** Smallest window, in CSS pixels. */
export const MIN_WIDTH = 480
export const MIN_HEIGHT = 560

const pixel = z.number().int().min(-100_000).max(100_000)
const stateSchema = z.object({
  width: z.number().int().min(MIN_WIDTH).max(20_000),
  height: z.number().int().min(MIN_HEIGHT).max(20_000),
  place: z.object({ x: pixel, y: pixel }).nullable(),
  maximized: z.boolean(),
  theme: z.enum(['system', 'light', 'dark'])
})
export type WindowState = z.infer<typeof stateSchema>

const FIRST: WindowState = { width: 1280, height: 840, place: null, maximized: false, theme: 'system' }

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const fileOf = (profileDir: string) => join(profileDir, 'window.json')

/** What was kept at the last end; the first size when there is nothing usable. */
export function readWindowState(profileDir: string): WindowState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(fileOf(profileDir), 'utf8')))
  } catch {
    return FIRST
  }
}

/** At once, since the window may be closing. Losing it costs a window's place only, so failures (a full disk) are passed over. */
export function saveWindowState(profileDir: string, state: WindowState): void {
  const temporary = `${fileOf(profileDir)}.new`
  try {
    writeFileSync(temporary, JSON.stringify(state), { mode: 0o600 })
    renameSync(temporary, fileOf(profileDir))
  } catch {
    return
  }
}

/** The kept place fits only while enough of the window's top would be on that screen to take hold of. */
export function placeOn(state: WindowState, workArea: Rectangle): { x: number; y: number } | null {
  const { place } = state
  if (place === null) return null
  const grip = 100
  const fits =
    place.x + state.width >= workArea.x + grip &&
    place.x <= workArea.x + workArea.width - grip &&
    place.y >= workArea.y &&
    place.y <= workArea.y + workArea.height - grip
  return fits ? place : null
}
