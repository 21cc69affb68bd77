import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { MessageSecrets } from '../../domain/portal/message-templates'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/**
 * AES-256-GCM under a key derived from the portal's secret for one purpose. `owner` is not secret but binds a seal to
 * its row: moved to another recipient, it does not open.
 */
export function createSeal<Secrets = MessageSecrets>(secret: string, portal: string, purpose = 'outbox secrets') {
  const key = Buffer.from(hkdfSync('sha256', secret, portal, purpose, 32))
  return {
    close(secrets: Secrets, owner: string): string {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(owner))
      const hidden = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    /** Null when it was sealed under another secret, for another owner, or is damaged. */
    open(sealed: string, owner: string): Secrets | null {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < nonceLength + tagLength) return null
      const nonce = bytes.subarray(0, nonceLength)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength })
        .setAAD(Buffer.from(owner))
        .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
      const opened = decipher.update(bytes.subarray(nonceLength + tagLength))
      try {
        return JSON.parse(Buffer.concat([opened, decipher.final()]).toString('utf8'))
      } catch {
        return null
      }
    },
  }
}
