import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { AppError } from '../kernel/app-error.ts'

/**
 * Makes the folder of a profile when it is not there, for its owner alone.
 * @throws AppError `INVALID_INPUT` with `problem` `not-a-folder` or `not-writable`; nothing is touched then.
 */
export function prepareProfileFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (!statSync(dir).isDirectory())
      throw new AppError('INVALID_INPUT', 'The profile is not a folder', { field: 'profile', problem: 'not-a-folder' })
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : ''
    if (code === 'ENOSPC') throw cause
    const problem = code === 'EEXIST' || code === 'ENOTDIR' ? 'not-a-folder' : 'not-writable'
    throw new AppError('INVALID_INPUT', 'The profile folder cannot be used', { field: 'profile', problem }, { cause })
  }
}
