import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'

/** Seals secrets for the database with AES-256-GCM. `place` (table:column:row) is bound in: moved bytes do not open. */
export interface Box {
  seal(text: string, place: string): Buffer
  /** Throws when the bytes were made elsewhere, with another key, or changed. */
  open(sealed: Uint8Array, place: string): string
}

const nonceBytes = 12
const tagBytes = 16

export function createBox(key: Buffer): Box {
  if (key.length !== 32) throw new Error('The encryption key must have 32 bytes')
  return {
    seal(text, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      )
    },
  }
}

/** Reads the key file, or makes it (mode 0600) where none is: only for a data folder that is new. */
export function readOrMakeKey(file: string): Buffer {
  if (!existsSync(file)) {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${randomBytes(32).toString('hex')}\n`)
    fsyncSync(handle)
    closeSync(handle)
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`${file} does not hold a key of 64 hexadecimal digits`)
  return Buffer.from(text, 'hex')
}
