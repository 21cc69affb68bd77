import { type DossierVerdict, verifyDossier } from '#server/domain/allotment-dossier/dossier.ts'
import { ownSeat } from '#server/domain/allotment-dossier/own-seat.ts'
import type { DossierAnswer, DossierQuestion } from './dossier-messages'
import { sha256 } from './sha256'

/** The part of a worker that this one uses; the types of the page's own window are the ones loaded. */
type Scope = {
  onmessage: ((event: { data: DossierQuestion }) => void) | null
  postMessage(answer: DossierAnswer): void
}
const scope = self as unknown as Scope

let checked: Extract<DossierVerdict, { state: 'holds' }> | null = null

/** A file at its address, or one that the visitor chose. */
const textOf = async (file: string | Blob): Promise<string> => {
  if (typeof file !== 'string') return file.text()
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`${answer.status} for ${file}`)
  return answer.text()
}

async function check({ files, hashes }: Extract<DossierQuestion, { ask: 'check' }>): Promise<void> {
  checked = null
  scope.postMessage({ told: 'step', step: 'reading' })
  const [input, result, manifest] = await Promise.all([
    textOf(files.input),
    textOf(files.result),
    textOf(files.manifest),
  ])
  scope.postMessage({ told: 'step', step: 'checking' })
  const begun = performance.now()
  const verdict = verifyDossier({ input, result, manifest }, sha256)
  if (verdict.state !== 'holds') return scope.postMessage({ told: 'verdict', verdict })
  checked = verdict
  const isPublished = verdict.result.inputHash === hashes.input && sha256([result]) === hashes.result
  scope.postMessage({
    told: 'holds',
    isPublished,
    candidates: verdict.input.candidates.length,
    choices: new Set(verdict.input.seats.map(({ choiceCode }) => choiceCode)).size,
    seats: verdict.result.allotments.length,
    milliseconds: performance.now() - begun,
  })
}

scope.onmessage = ({ data }) => {
  if (data.ask === 'own') {
    const own = checked && ownSeat(checked.input, checked.result, data)
    scope.postMessage({ told: 'own', own })
  } else check(data).catch((error: Error) => scope.postMessage({ told: 'failed', says: error.message }))
}
