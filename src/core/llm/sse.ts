/** Splits server-sent events. Feed it text as it comes, in pieces of any size. */
export interface SseParser {
  /** The `data` of each event that this text completes. Comments (keep-alive lines) and other fields give nothing. */
  push(text: string): string[]
  /** The last event, when the stream ended without its blank line. */
  end(): string[]
  /** Characters held for an unfinished event. */
  readonly held: number
}

export function createSseParser(): SseParser {
  let pending = ''
  let lines: string[] = []
  let held = 0

  function take(line: string, events: string[]): void {
    if (line === '') {
      if (lines.length > 0) events.push(lines.join('\n'))
      lines = []
      held = 0
      return
    }
    if (!line.startsWith('data')) return
    const rest = line.slice(4)
    if (rest !== '' && !rest.startsWith(':')) return
    const value = rest.startsWith(': ') ? rest.slice(2) : rest.slice(1)
    lines.push(value)
    held += value.length
  }

  function push(text: string): string[] {
    const events: string[] = []
    pending += text
    let start = 0
    for (;;) {
      const end = nextLineEnd(pending, start)
      if (end === -1) break
      take(pending.slice(start, end), events)
      start = end + (pending.startsWith('\r\n', end) ? 2 : 1)
    }
    pending = pending.slice(start)
    return events
  }

  return {
    push,
    end: () => {
      // A lone CR at the very end may have been held back for a LF that never came.
      const events = push('\n')
      take('', events)
      return events
    },
    get held() {
      return pending.length + held
    }
  }
}

/** Position of the next line end, or -1. A CR as the last character is not one yet: its LF may be in the next piece. */
function nextLineEnd(text: string, from: number): number {
  const lf = text.indexOf('\n', from)
  const cr = text.indexOf('\r', from)
  if (cr === -1 || (lf !== -1 && lf < cr)) return lf
  return cr === text.length - 1 ? -1 : cr
}
