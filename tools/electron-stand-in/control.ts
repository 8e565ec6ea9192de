/** Channel to the test that started this process (Node's own IPC). Closed unless the test asked for it. */
const active = process.env['HEARTH_STANDIN_CONTROL'] === '1' && process.send !== undefined

export type FromStandIn =
  | { readonly standIn: 'endpoint'; readonly url: string }
  | { readonly standIn: 'external'; readonly url: string }
  | { readonly standIn: 'folder'; readonly path: string }
  | { readonly standIn: 'focus'; readonly windowId: number }
  | { readonly standIn: 'dialog'; readonly id: number; readonly kind: 'message' | 'open' | 'save'; readonly options: object }

export type ToStandIn =
  | { readonly standIn: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly standIn: 'resize'; readonly width: number; readonly height: number }

export function underControl(): boolean {
  return active
}

export function tell(message: FromStandIn): void {
  // The other side may go while the message is on its way; that is no fault of this process.
  if (active && process.connected) process.send?.(message, undefined, undefined, () => {})
}

export function onControl(listener: (message: ToStandIn) => void): void {
  if (!active) return
  process.on('message', listener)
  process.channel?.unref()
}

const answers = new Map<number, (value: unknown) => void>()
let nextQuestion = 0

/** Asks the test and waits for its answer. */
export function askControl(kind: 'message' | 'open' | 'save', options: object): Promise<unknown> {
  const id = ++nextQuestion
  return new Promise((resolve) => {
    answers.set(id, resolve)
    tell({ standIn: 'dialog', id, kind, options })
  })
}

onControl((message) => {
  if (message.standIn !== 'answer') return
  answers.get(message.id)?.(message.value)
  answers.delete(message.id)
})
