import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const base64 = z.string().max(4_000_000)

/** AES-256-GCM; all parts in base64. */
export const sealedSchema = z.object({ nonce: base64, tag: base64, data: base64 })
export type Sealed = z.infer<typeof sealedSchema>

/** @param purpose bound to the result, so that one kind of sealed text cannot be put in another's place. */
export function seal(key: Uint8Array, plain: Uint8Array, purpose: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(purpose))
  const data = Buffer.concat([cipher.update(plain), cipher.final()])
  return { nonce: nonce.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') }
}

/** @returns null for a wrong key, a wrong purpose or a changed byte. */
export function unseal(key: Uint8Array, sealed: Sealed, purpose: string): Uint8Array | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'base64'), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(purpose))
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'))
    return new Uint8Array(Buffer.concat([decipher.update(Buffer.from(sealed.data, 'base64')), decipher.final()]))
  } catch {
    return null
  }
}
