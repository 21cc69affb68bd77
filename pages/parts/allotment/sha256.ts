import { sha256 as hasher } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** How many characters are encoded at a time. */
const atOnce = 65_536
/** A piece that ends with the first half of a character beyond the basic plane. */
const splitsCharacter = /[\uD800-\uDBFF]$/

/**
 * SHA-256 of a text in UTF-8, in lower-case hexadecimal. A browser offers its own only on a secure connection and only for
 * a whole text; this one takes pieces, and works everywhere. Source: rules §14.9 (FIPS 180-4).
 */
export function sha256(pieces: Iterable<string>): string {
  const hash = hasher.create()
  const encoder = new TextEncoder()
  let waiting = ''
  for (const piece of pieces) {
    waiting += piece
    if (waiting.length < atOnce || splitsCharacter.test(waiting)) continue
    hash.update(encoder.encode(waiting))
    waiting = ''
  }
  return bytesToHex(hash.update(encoder.encode(waiting)).digest())
}
