export const PASTE_CHARACTERS = 2_000
export const PASTE_LINES = 40

export function countLines(text: string): number {
  return text.split(/\r\n|\r|\n/u).length
}

/** A pasted text that would bury what the person is writing becomes an attachment. */
export function becomesAttachment(text: string): boolean {
  return text.length > PASTE_CHARACTERS || countLines(text) > PASTE_LINES
}

/** A fence that no line of the text can close. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map((run) => run[0].length))
  return '`'.repeat(longest + 1)
}

/** The message as it is sent: what was typed, then each attachment between fences. */
export function composeMessage(typed: string, attachments: readonly string[]): string {
  const parts = attachments.map((text) => {
    const fence = fenceFor(text)
    return `${fence}\n${text.replace(/\n$/u, '')}\n${fence}`
  })
  return [typed.trim(), ...parts].filter((part) => part !== '').join('\n\n')
}
