import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MODEL_FILES, type ModelSums } from './models.ts'
import type { ModelFault } from './protocol.ts'

/** `<64 hex digits>  <relative path>` per line, as `sha256sum` writes it. */
function parseSums(text: string): ModelSums {
  const lines = text.split('\n').map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trim()))
  return Object.fromEntries(lines.flatMap((match) => (match?.[1] && match[2] ? [[match[2], match[1]]] : [])))
}

/** SHA-256 of a file, read in parts. Rejects when it cannot be read. */
export async function sumOfFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const part of createReadStream(path)) digest.update(part)
  return digest.digest('hex')
}

/**
 * Compares the files of a model with their checksums, before any native code reads them: a cut or changed model file may crash the
 * inference library instead of failing. Costs some 30 ms for 23 MB.
 * @param sums null: those of the list in the folder.
 * @returns null when all is well.
 */
export async function findModelFault(folder: string, sums: ModelSums | null): Promise<ModelFault | null> {
  try {
    const wanted = sums ?? parseSums(await readFile(join(folder, 'SHA256SUMS'), 'utf8'))
    for (const name of MODEL_FILES) if ((await sumOfFile(join(folder, name))) !== wanted[name]) return 'damaged'
    return null
  } catch {
    return 'absent'
  }
}
