import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates } from 'node:tls'
import { AppError } from '../kernel/app-error.ts'
import type { SecureContext } from 'node:tls'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

function unusable(problem: string, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', `The file of certificate authorities ${problem}`, { setting: 'network.caFile' }, { cause })
}

function readCertificates(file: string): readonly string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw unusable('cannot be read', cause)
  }
  const found = text.match(CERTIFICATE) ?? []
  if (found.length === 0) throw unusable('holds no PEM certificate')
  try {
    for (const certificate of found) void new X509Certificate(certificate)
  } catch (cause) {
    throw unusable('holds a broken certificate', cause)
  }
  return found
}

/**
 * The default authorities and those of a PEM file. Made once per setting: parsing all of them for each connection costs milliseconds.
 * @returns undefined when no file is set, so that Node's own shared context is used
 * @throws AppError `INVALID_INPUT` when the file cannot be used
 */
export function secureContextWith(file: string): SecureContext | undefined {
  if (file === '') return undefined
  return createSecureContext({ ca: [...getCACertificates('default'), ...readCertificates(file)] })
}
