import type { DossierTexts, DossierVerdict } from '#server/domain/allotment-dossier/dossier.ts'
import type { OwnSeat } from '#server/domain/allotment-dossier/own-seat.ts'

/** The files of a dossier: each at its address, or as the visitor chose it. */
export type DossierSource = Readonly<Record<keyof DossierTexts, string | Blob>>

/** What the page asks of its worker. */
export type DossierQuestion =
  | { ask: 'check'; files: DossierSource; hashes: { input: string; result: string } }
  | { ask: 'own'; list: 'state' | 'all-india'; merit: number }

/** What the worker tells the page. `isPublished`: the files are the ones whose hashes the page shows. */
export type DossierAnswer =
  | { told: 'step'; step: 'reading' | 'checking' }
  | { told: 'verdict'; verdict: Exclude<DossierVerdict, { state: 'holds' }> }
  | { told: 'holds'; isPublished: boolean; candidates: number; choices: number; seats: number; milliseconds: number }
  | { told: 'own'; own: OwnSeat | null }
  | { told: 'failed'; says: string }
