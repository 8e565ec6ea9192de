import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Thrown by a suite whose data is not there. */
export class NoData extends Error {}

/** Folder with data that is not the project's own; empty when it is not set. */
export function foreignFolder(): string {
  return process.env['HEARTH_EVAL_DATA'] ?? ''
}

/** Why a file of that folder cannot be read; null when it can. */
export function lackOf(...path: string[]): string | null {
  if (foreignFolder() === '') return 'HEARTH_EVAL_DATA is not set'
  return existsSync(join(foreignFolder(), ...path)) ? null : `${path.join('/')} is not in the folder of HEARTH_EVAL_DATA`
}

/** A file of that folder. @throws NoData */
export function foreignFile(...path: string[]): string {
  const lack = lackOf(...path)
  if (lack !== null) throw new NoData(lack)
  return join(foreignFolder(), ...path)
}

/** A file of the project's own suites. */
export function ownFile(...path: string[]): string {
  return join(import.meta.dirname, ...path)
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

export function readLines(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
}

export function readJsonLines<T>(file: string): T[] {
  return readLines(file).map((line) => JSON.parse(line) as T)
}
