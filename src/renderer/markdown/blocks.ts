const FENCE = /^ {0,3}(`{3,}|~{3,})/u
const CONTINUES = /^(?:\s|[-+*>|]|\d{1,9}[.)]|\[\^?[^\]]+\]:)/u
const DEFINITION = /^ {0,3}\[[^\]]+\]:/mu

/** Follows one line: are we inside a code fence or a block of display math after it? */
interface Open {
  readonly fence: string | null
  readonly math: boolean
}

function after(line: string, open: Open): Open {
  const mark = FENCE.exec(line)?.[1]
  if (open.fence !== null) {
    const closes = mark !== undefined && mark.startsWith(open.fence) && line.trim() === mark
    return closes ? { ...open, fence: null } : open
  }
  if (mark !== undefined && !open.math) return { ...open, fence: mark }
  const odd = (line.match(/\$\$/gu)?.length ?? 0) % 2 === 1
  return odd ? { ...open, math: !open.math } : open
}

/**
 * Cuts Markdown into pieces that can be rendered one by one, so that a growing answer only renders its last piece anew. Cuts only at
 * blank lines outside fences and math, before a line that starts something new at the margin. A text with link definitions stays whole,
 * since they may be used anywhere. The pieces joined are the text.
 */
export function splitBlocks(text: string): readonly string[] {
  if (DEFINITION.test(text)) return [text]
  const lines = text.split('\n')
  const blocks: string[] = []
  let current: string[] = []
  let open: Open = { fence: null, math: false }
  let blank = false
  for (const line of lines) {
    const free = open.fence === null && !open.math
    if (free && blank && line.trim() !== '' && !CONTINUES.test(line) && current.length > 0) {
      blocks.push(`${current.join('\n')}\n`)
      current = []
    }
    blank = free && line.trim() === ''
    open = after(line, open)
    current.push(line)
  }
  blocks.push(current.join('\n'))
  return blocks
}

/** True when the text ends inside a code fence. */
export function endsInFence(text: string): boolean {
  return text.split('\n').reduce<Open>((open, line) => after(line, open), { fence: null, math: false }).fence !== null
}

/** True when the text ends inside display math. */
export function endsInMath(text: string): boolean {
  return text.split('\n').reduce<Open>((open, line) => after(line, open), { fence: null, math: false }).math
}
