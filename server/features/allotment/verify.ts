import { createHash } from 'node:crypto'
import type { AllotmentInput } from '../../domain/allotment/format/format'
import type { Breach } from '../../domain/allotment-verifier/breach'
import { canonicalPieces } from '../../domain/allotment-verifier/canonical'
import { verifyAllotment } from '../../domain/allotment-verifier/verify'

/** The promises that a result breaks, given an input that `checkInput` found sound; an empty list if none. */
export function verify(input: AllotmentInput, result: unknown): Breach[] {
  const hash = createHash('sha256')
  for (const piece of canonicalPieces(input)) hash.update(piece)
  return verifyAllotment(input, result, hash.digest('hex'))
}
