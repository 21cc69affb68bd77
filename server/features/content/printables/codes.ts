import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Epoch } from '#server/domain/operations/identity.ts'
import {
  decodeVerification,
  encodeVerification,
  type Printed,
  sealLength,
  subjectOf,
} from '#server/domain/site/verification-code.ts'
import type { PortalSecrets } from '#server/http/seal.ts'

/**
 * The codes on printed documents. Nothing is stored: a code names its document and carries a seal (HMAC-SHA256, cut to
 * 48 bits) under a key of this portal, so that a code of another portal, or a guessed one, is unknown. Each epoch has a
 * key: a code of an earlier epoch is recognised, along with the end of that epoch. So are the codes of an earlier secret,
 * as long as the server is told it.
 */
export function createCodes(
  { secret, previousSecret }: PortalSecrets,
  portal: string,
  epochs: readonly Pick<Epoch, 'tag' | 'cutAt'>[],
) {
  const keysOf = (of: string) =>
    epochs.map(({ tag }, index) => ({
      key: Buffer.from(hkdfSync('sha256', of, portal, `printed documents ${tag}`, 32)),
      endedAt: epochs[index + 1]?.cutAt ?? null,
    }))
  const current = keysOf(secret)
  const keys = [...current, ...(previousSecret === undefined ? [] : keysOf(previousSecret))]
  const sealOf = (printed: Printed, key: Buffer) =>
    createHmac('sha256', key).update(subjectOf(printed)).digest().subarray(0, sealLength)
  return {
    issue: (printed: Printed): string => encodeVerification(printed, sealOf(printed, current.at(-1)!.key)),
    /**
     * The document of a typed code, and when its epoch ended (the portal's clock; null for the current one); null if
     * this portal never issued the code.
     */
    read(typed: string): { printed: Printed; endedAt: number | null } | null {
      const claimed = decodeVerification(typed)
      const known = claimed && keys.find(({ key }) => timingSafeEqual(claimed.seal, sealOf(claimed.printed, key)))
      return known ? { printed: claimed.printed, endedAt: known.endedAt } : null
    },
  }
}
