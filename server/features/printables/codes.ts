import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import {
  decodeVerification,
  encodeVerification,
  type Printed,
  sealLength,
  subjectOf,
} from '../../domain/verification-code'

/**
 * The codes on printed documents. Nothing is stored: a code says what it stands for and carries a seal (HMAC-SHA256,
 * cut to 48 bits) under a key of this portal's own, so that a code of another portal, or a guessed one, is unknown.
 */
export function createCodes(secret: string, portal: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, portal, 'printed documents', 32))
  const sealOf = (printed: Printed) =>
    createHmac('sha256', key).update(subjectOf(printed)).digest().subarray(0, sealLength)
  return {
    issue: (printed: Printed): string => encodeVerification(printed, sealOf(printed)),
    /** What a typed code stands for; null where this portal never issued it. */
    read(typed: string): Printed | null {
      const claimed = decodeVerification(typed)
      return claimed && timingSafeEqual(claimed.seal, sealOf(claimed.printed)) ? claimed.printed : null
    },
  }
}
