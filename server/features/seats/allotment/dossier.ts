import { createHash } from 'node:crypto'
import { manifestOf } from '#server/domain/allotment-dossier/dossier.ts'
import { canonicalPieces } from '#server/domain/allotment-verifier/canonical.ts'
import type { AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'

export type DossierFiles = {
  /** sha-256 of `input.json`, hexadecimal: the file is the very text that the result names. */
  inputHash: string
  /** sha-256 of `result.json`, hexadecimal; the dossier's name. */
  resultHash: string
  files: Record<'input.json' | 'result.json' | 'manifest.json', Uint8Array>
}

/** Characters that become bytes at once. */
const piecesAtOnce = 1 << 20

/**
 * The files of a run with which anybody can check it: the input, the result and the rules. The same input makes the
 * same bytes.
 */
export function dossierOf(input: AllotmentInput, result: AllotmentResult): DossierFiles {
  const bytes = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
  const resultFile = bytes(result)
  const resultHash = createHash('sha256').update(resultFile).digest('hex')
  const { inputHash } = result
  const manifest = manifestOf(input.round, inputHash, resultHash)
  return {
    inputHash,
    resultHash,
    files: { 'input.json': canonicalBytes(input), 'result.json': resultFile, 'manifest.json': bytes(manifest) },
  }
}

/** The input as it is hashed. In pieces, because the whole may exceed the longest possible string. Source: rules §14.9. */
function canonicalBytes(input: AllotmentInput): Uint8Array {
  const parts: Buffer[] = []
  let text = ''
  for (const piece of canonicalPieces(input)) {
    text += piece
    if (text.length < piecesAtOnce) continue
    parts.push(Buffer.from(text))
    text = ''
  }
  return Buffer.concat([...parts, Buffer.from(text)])
}
