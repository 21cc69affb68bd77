import type { CellContact } from '../domain/cell-settings'
import type { ApplicationFees } from '../domain/fees'
import type { Activity } from '../domain/schedule'
import type { Bilingual, Language } from '../kernel/languages'
import type { Instant } from '../kernel/time'

/** What everybody may know of an admission, as the public documents print it. Fees are rupees. */
export type PublicFacts = {
  language: Language
  madeAt: Instant
  schedule: readonly Activity[]
  /** Newest first. */
  changes: readonly {
    activity: string
    opensBefore: number
    closesBefore: number | null
    reason: Bilingual
    at: number
  }[]
  fees: ApplicationFees
  contact: CellContact
  centres: readonly { code: string; name: Bilingual; address: Bilingual }[]
  questions: readonly { title: Bilingual; body: Bilingual }[]
}
