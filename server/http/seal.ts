import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { MessageSecrets } from '#server/domain/messages/message-templates.ts'

/** The secret of the server, and the one before it while what that one sealed has to open. */
export type PortalSecrets = { secret: string; previousSecret?: string | undefined }

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/**
 * AES-256-GCM under a key derived from the portal's secret for one purpose. `owner` is not secret but binds a seal to
 * its row: moved to another recipient, it does not open. What the earlier secret has sealed opens too.
 */
export function createSeal<Secrets = MessageSecrets>(
  { secret, previousSecret }: PortalSecrets,
  portal: string,
  purpose = 'outbox secrets',
) {
  const keyOf = (of: string) => createSecretKey(Buffer.from(hkdfSync('sha256', of, portal, purpose, 32)))
  const key = keyOf(secret)
  const previous = previousSecret === undefined ? null : keyOf(previousSecret)
  const seal = {
    close(secrets: Secrets, owner: string): string {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(Buffer.from(owner))
      const hidden = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    /** Null when it was sealed under another secret, for another owner, or is damaged. */
    open(sealed: string, owner: string): Secrets | null {
      return openWith(key, sealed, owner) ?? (previous && openWith(previous, sealed, owner))
    },
    /**
     * What the earlier secret has sealed, sealed anew. `current` if it needs none, `lost` if neither secret opens it.
     */
    renew(sealed: string, owner: string): string | 'current' | 'lost' {
      if (openWith(key, sealed, owner) !== null) return 'current'
      const secrets = seal.open(sealed, owner)
      return secrets === null ? 'lost' : seal.close(secrets, owner)
    },
  }
  function openWith(by: KeyObject, sealed: string, owner: string): Secrets | null {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < nonceLength + tagLength) return null
    const decipher = createDecipheriv(algorithm, by, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength))
    const opened = decipher.update(bytes.subarray(nonceLength + tagLength))
    try {
      return JSON.parse(Buffer.concat([opened, decipher.final()]).toString('utf8'))
    } catch {
      return null
    }
  }
  return seal
}

export type Seal<Secrets> = ReturnType<typeof createSeal<Secrets>>

/** How many seals of a table were renewed, and how many neither secret opens. */
type Renewed = { renewed: number; lost: number }

/**
 * Renews every seal of a table and keeps the new ones by `put`. Joins the transaction.
 */
export function renewEach<Row>(
  rows: readonly Row[],
  renew: (row: Row) => string | 'current' | 'lost',
  put: (row: Row, sealed: string) => void,
): Renewed {
  const counted = { renewed: 0, lost: 0 }
  for (const row of rows) {
    const sealed = renew(row)
    if (sealed === 'lost') counted.lost++
    else if (sealed !== 'current') {
      put(row, sealed)
      counted.renewed++
    }
  }
  return counted
}
