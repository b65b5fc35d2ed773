import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { Box } from '../../database/box.ts'
import type { Database } from '../../database/database.ts'

const setting = 'signature-key'
const place = `settings:value:${setting}`

/** The server's own Ed25519 key, made when it is first needed and sealed in the database: it signs calls to extensions. */
export function createSignatureKey(db: Database, box: Box) {
  const read = db.get<{ value: string }>('SELECT value FROM settings WHERE name = :name')
  const write = db.run('INSERT OR IGNORE INTO settings (name, value) VALUES (:name, :value)')
  let key: KeyObject | undefined

  function privateKey(): KeyObject {
    if (key) return key
    if (!read({ name: setting })) {
      const pem = generateKeyPairSync('ed25519')
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString()
      write({ name: setting, value: box.seal(pem, place).toString('base64') })
    }
    const sealed = read({ name: setting })
    if (!sealed) throw new Error('The signature key was not stored')
    key = createPrivateKey(box.open(Buffer.from(sealed.value, 'base64'), place))
    return key
  }

  return {
    privateKey,
    /** PEM, `PUBLIC KEY`. */
    publicPem: () => createPublicKey(privateKey()).export({ type: 'spki', format: 'pem' }).toString(),
  }
}
