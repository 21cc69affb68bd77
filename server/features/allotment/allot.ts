import { createHash } from 'node:crypto'
import { allotSeats } from '../../domain/allotment/engine/allot'
import { canonicalForm } from '../../domain/allotment/engine/canonical'
import { type AllotmentInput, type AllotmentResult, resultFormat } from '../../domain/allotment/format/format'

/** The allotment of a round, in the format of the dossier, from an input that `inputFault` found sound. Takes seconds. */
export function allot(input: AllotmentInput): AllotmentResult {
  return { format: resultFormat, inputHash: hashOf(input), ...allotSeats(input) }
}

function hashOf(input: AllotmentInput): string {
  const hash = createHash('sha256')
  for (const piece of canonicalForm(input)) hash.update(piece)
  return hash.digest('hex')
}
