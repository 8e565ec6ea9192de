import { closed } from './closed.ts'

/** One display of a usual size; the real one is Chromium's affair. */
const workArea = { x: 0, y: 0, width: 1920, height: 1080 }
const display = { id: 1, bounds: workArea, workArea, workAreaSize: { width: 1920, height: 1080 }, scaleFactor: 1 }

export const screen = closed('screen', {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: (_bounds: object) => display
})
