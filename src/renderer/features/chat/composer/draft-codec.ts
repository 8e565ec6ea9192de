export interface Draft {
  readonly text: string
  readonly attachments: readonly string[]
}

export const EMPTY_DRAFT: Draft = { text: '', attachments: [] }

/** Marks a stored draft that holds more than text. It cannot be typed. */
const MARK = '\u001e'

/** A draft as the one string that is stored. Plain text stays plain. */
export function encodeDraft({ text, attachments }: Draft): string {
  return attachments.length === 0 ? text : `${MARK}${JSON.stringify({ text, attachments })}`
}

/** A stored draft; one that cannot be read is shown as the text that it is. */
export function decodeDraft(stored: string): Draft {
  if (!stored.startsWith(MARK)) return { text: stored, attachments: [] }
  try {
    const parsed: unknown = JSON.parse(stored.slice(MARK.length))
    if (typeof parsed !== 'object' || parsed === null || !('text' in parsed) || !('attachments' in parsed))
      return { text: stored, attachments: [] }
    const { text, attachments } = parsed
    if (typeof text !== 'string' || !Array.isArray(attachments)) return { text: stored, attachments: [] }
    return { text, attachments: attachments.filter((each) => typeof each === 'string') }
  } catch {
    return { text: stored, attachments: [] }
  }
}
