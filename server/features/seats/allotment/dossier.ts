import { createHash } from 'node:crypto'
import { manifestOf } from '#server/domain/allotment-dossier/dossier.ts'
import type { AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'

export type DossierFiles = {
  inputHash: string
  /** sha-256 of `result.json`, hexadecimal; the dossier's name. */
  resultHash: string
  files: Record<'input.json' | 'result.json' | 'manifest.json', Uint8Array>
}

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
    files: { 'input.json': bytes(input), 'result.json': resultFile, 'manifest.json': bytes(manifest) },
  }
}
