import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { PortalSecrets } from '#server/http/seal.ts'

/** Bytes of a token: the candidate, the round, and the seal. */
const idLength = 4
const sealLength = 12

/** Whom a token asks about which round. */
export type RollCallOf = { candidateId: number; round: CapRound }

/**
 * The tokens in the links of roll-calls. Nothing is stored: a token names candidate and round under a seal (HMAC-SHA256,
 * cut to 96 bits) of this portal. It gives no other power than to answer for that round.
 */
export function createRollCallTokens({ secret, previousSecret }: PortalSecrets, portal: string) {
  const keyOf = (of: string) => Buffer.from(hkdfSync('sha256', of, portal, 'roll-call links', 32))
  const current = keyOf(secret)
  const keys = [current, ...(previousSecret === undefined ? [] : [keyOf(previousSecret)])]
  const sealed = (named: Buffer, key: Buffer) =>
    createHmac('sha256', key).update(named).digest().subarray(0, sealLength)
  return {
    issue({ candidateId, round }: RollCallOf): string {
      const named = Buffer.alloc(idLength + 1)
      named.writeUInt32BE(candidateId)
      named.writeUInt8(round, idLength)
      return Buffer.concat([named, sealed(named, current)]).toString('base64url')
    },
    /** Null for a token that this portal did not issue. */
    read(token: string): RollCallOf | null {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== idLength + 1 + sealLength || bytes.toString('base64url') !== token) return null
      const named = bytes.subarray(0, idLength + 1)
      const seal = bytes.subarray(idLength + 1)
      if (!keys.some((key) => timingSafeEqual(seal, sealed(named, key)))) return null
      return { candidateId: named.readUInt32BE(), round: named.readUInt8(idLength) }
    },
  }
}

export type RollCallTokens = ReturnType<typeof createRollCallTokens>
