/** A piece of the answer, or of the thinking that some models write into it between tags. */
export interface Piece {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

export interface ThinkSplitter {
  push(text: string): Piece[]
  /** What was held back because it might have been the start of a tag. */
  end(): Piece[]
}

const OPEN = /^[ \t]*<(think|thinking)>/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Whether a line that begins like this may still turn out to be an opening tag or a fence. */
function undecided(line: string): boolean {
  const start = line.trimStart()
  if (start === '' || '<think>'.startsWith(start) || '<thinking>'.startsWith(start)) return true
  return /^(`+|~+)$/.test(start)
}

/** Length of the end of `text` that is the beginning of `tag`. */
function overlap(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length
  }
  return 0
}

/**
 * Takes `<think>…</think>` out of an answer. A tag counts only where a line begins and outside code fences: in the middle of a sentence, in
 * code and in quotes it is something that the answer talks about.
 */
export function createThinkSplitter(): ThinkSplitter {
  let held = ''
  let mode: 'line-start' | 'in-line' | 'thinking' = 'line-start'
  let fence: string | null = null
  let closing = ''
  /** White space at the start and right after a tag is layout of the tags, not of the text. */
  let trim: RegExp | null = /^[\r\n]+/

  function emit(kind: Piece['kind'], text: string, out: Piece[]): void {
    const shown = trim === null ? text : text.replace(trim, '')
    if (shown === '') return
    trim = null
    out.push({ kind, text: shown })
  }

  function atLineStart(last: boolean): boolean {
    const newline = held.indexOf('\n')
    const line = newline === -1 ? held : held.slice(0, newline)
    const tag = fence === null ? OPEN.exec(line) : null
    if (tag !== null) {
      held = held.slice(tag[0].length)
      closing = `</${tag[1]}>`
      mode = 'thinking'
      trim = /^\s+/
      return true
    }
    if (newline === -1 && !last && undecided(line)) return false
    const mark = FENCE.exec(line)?.[1]
    if (mark !== undefined && fence === null) fence = mark
    else if (mark !== undefined && fence !== null && mark.startsWith(fence) && line.trim() === mark) fence = null
    mode = 'in-line'
    return true
  }

  function inLine(out: Piece[]): boolean {
    const newline = held.indexOf('\n')
    const end = newline === -1 ? held.length : newline + 1
    emit('text', held.slice(0, end), out)
    held = held.slice(end)
    if (newline !== -1) mode = 'line-start'
    return newline !== -1
  }

  function thinking(out: Piece[], last: boolean): boolean {
    const at = held.indexOf(closing)
    if (at === -1) {
      const keep = last ? 0 : overlap(held, closing)
      emit('reasoning', held.slice(0, held.length - keep), out)
      held = held.slice(held.length - keep)
      return false
    }
    emit('reasoning', held.slice(0, at), out)
    held = held.slice(at + closing.length)
    mode = 'line-start'
    trim = /^\s+/
    return true
  }

  function run(last: boolean): Piece[] {
    const out: Piece[] = []
    let more = true
    while (more && held !== '') {
      if (mode === 'line-start') more = atLineStart(last)
      else if (mode === 'in-line') more = inLine(out)
      else more = thinking(out, last)
    }
    return out
  }

  return {
    push: (text) => {
      held += text
      return run(false)
    },
    end: () => run(true)
  }
}
