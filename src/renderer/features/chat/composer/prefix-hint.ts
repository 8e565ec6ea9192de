import { parseCommand } from '../../../../shared/turn/command.ts'

/** A message that begins with one of these words is more than a message; the composer says what will happen. */
export type Prefix = 'remember' | 'private'

/** By the same reading as the core's; the word alone, with nothing behind it yet, counts here too. */
export function prefixOf(text: string): Prefix | null {
  const { kind } = parseCommand(`${text}…`)
  return kind === 'none' ? null : kind
}
