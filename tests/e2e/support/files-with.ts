import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export function filesUnder(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.map((name) => join(folder, name)).filter((file) => existsSync(file) && statSync(file).isFile())
}

/** Files in which one of these words occurs, as UTF-8 or UTF-16, each with the word. */
export function filesWith(folders: readonly string[], words: readonly string[]): readonly string[] {
  const needles = words.flatMap((word) => (['utf8', 'utf16le'] as const).map((encoding) => ({ word, bytes: Buffer.from(word, encoding) })))
  return folders.flatMap(filesUnder).flatMap((file) => {
    const content = readFileSync(file)
    return needles.filter(({ bytes }) => content.includes(bytes)).map(({ word }) => `${file}: ${word}`)
  })
}
