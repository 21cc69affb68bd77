import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { PortalSecrets } from './seal'

/** Bytes of a token: what it names, and the seal. */
const idLength = 4
const sealLength = 12

/** What a link is about: a row, and a part of it, such as a round, where it has parts. */
type LinkOf = { id: number; part: number }

/**
 * The tokens in links that need no login. Nothing is stored: a token names a row and a part (0 to 255) under a seal (HMAC-SHA256,
 * cut to 96 bits) of this portal and this purpose. What a link can do is for the feature to say that reads it.
 */
export function createLinkTokens({ secret, previousSecret }: PortalSecrets, portal: string, purpose: string) {
  const keyOf = (of: string) => Buffer.from(hkdfSync('sha256', of, portal, purpose, 32))
  const current = keyOf(secret)
  const keys = [current, ...(previousSecret === undefined ? [] : [keyOf(previousSecret)])]
  const sealed = (named: Buffer, key: Buffer) =>
    createHmac('sha256', key).update(named).digest().subarray(0, sealLength)
  return {
    issue({ id, part }: LinkOf): string {
      const named = Buffer.alloc(idLength + 1)
      named.writeUInt32BE(id)
      named.writeUInt8(part, idLength)
      return Buffer.concat([named, sealed(named, current)]).toString('base64url')
    },
    /** Null for a token that this portal did not issue for this purpose. */
    read(token: string): LinkOf | null {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== idLength + 1 + sealLength || bytes.toString('base64url') !== token) return null
      const named = bytes.subarray(0, idLength + 1)
      const seal = bytes.subarray(idLength + 1)
      if (!keys.some((key) => timingSafeEqual(seal, sealed(named, key)))) return null
      return { id: named.readUInt32BE(), part: named.readUInt8(idLength) }
    },
  }
}

export type LinkTokens = ReturnType<typeof createLinkTokens>
