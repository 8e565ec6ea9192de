import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { closed } from './closed.ts'

/** What Chromium does on a Linux without a keystore: a key that everybody knows, marked by the prefix `v10`. It protects nothing. */
const PREFIX = Buffer.from('v10')
const key = () => pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1')
const iv = Buffer.alloc(16, ' ')

function encryptString(text: string): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key(), iv)
  return Buffer.concat([PREFIX, cipher.update(text, 'utf8'), cipher.final()])
}

function decryptString(encrypted: Buffer): string {
  if (!encrypted.subarray(0, 3).equals(PREFIX))
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.')
  const decipher = createDecipheriv('aes-128-cbc', key(), iv)
  return Buffer.concat([decipher.update(encrypted.subarray(3)), decipher.final()]).toString('utf8')
}

export const safeStorage = closed('safeStorage', {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'basic_text',
  encryptString,
  decryptString
})
