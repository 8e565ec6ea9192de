/** How long long work goes on before other work of this thread is let in, in milliseconds. */
const SLICE_MS = 12

/** A pause for long work: call it between two steps. It returns at once until a slice is over, and then lets in what waits. */
export function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}
