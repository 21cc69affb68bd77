import { createHash } from 'node:crypto'
import { allotSeats } from '#server/domain/allotment/engine/allot.ts'
import { canonicalForm } from '#server/domain/allotment/engine/canonical.ts'
import { type AllotmentInput, type AllotmentResult, resultFormat } from '#server/domain/terms/allotment-format.ts'

/** The allotment of a round, in the format of the dossier, from an input that `inputFault` found sound. Takes seconds. */
export function allot(input: AllotmentInput): AllotmentResult {
  return { format: resultFormat, inputHash: hashOf(input), ...allotSeats(input) }
}

function hashOf(input: AllotmentInput): string {
  const hash = createHash('sha256')
  for (const piece of canonicalForm(input)) hash.update(piece)
  return hash.digest('hex')
}
