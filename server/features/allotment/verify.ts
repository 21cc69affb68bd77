import { createHash } from 'node:crypto'
import type { AllotmentInput } from '../../domain/allotment/format/format'
import type { Breach } from '../../domain/allotment-verifier/breach'
import { canonicalPieces } from '../../domain/allotment-verifier/canonical'
import { verifyAllotment } from '../../domain/allotment-verifier/verify'

/** SHA-256 of a text in pieces, in lower-case hexadecimal. */
export function hashOf(pieces: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** The promises that a result breaks, given an input that `checkInput` found sound; an empty list if none. */
export const verify = (input: AllotmentInput, result: unknown): Breach[] =>
  verifyAllotment(input, result, hashOf(canonicalPieces(input)))
