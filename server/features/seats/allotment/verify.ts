import { createHash } from 'node:crypto'
import type { Breach } from '#server/domain/allotment-verifier/breach.ts'
import { canonicalPieces } from '#server/domain/allotment-verifier/canonical.ts'
import { verifyAllotment } from '#server/domain/allotment-verifier/verify.ts'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'

/** SHA-256 of a text in pieces, in lower-case hexadecimal. */
export function hashOf(pieces: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** The promises that a result breaks, given an input that `checkInput` found sound; an empty list if none. */
export const verify = (input: AllotmentInput, result: unknown): Breach[] =>
  verifyAllotment(input, result, hashOf(canonicalPieces(input)))
