import type { ApplicationFees } from '../domain/money/fees'
import type { CellContact } from '../domain/portal/cell-settings'
import type { Activity, UndatedActivity } from '../domain/portal/schedule'
import type { Bilingual, Language } from '../kernel/languages'
import type { Instant } from '../kernel/time'

/** Public facts of an admission for the public documents. Fees are rupees. */
export type PublicFacts = {
  language: Language
  madeAt: Instant
  schedule: readonly Activity[]
  undated: readonly UndatedActivity[]
  /** Newest first. */
  changes: readonly {
    activity: string
    opensBefore: number | null
    closesBefore: number | null
    reason: Bilingual
    at: number
  }[]
  fees: ApplicationFees
  contact: CellContact
  centres: readonly { code: string; name: Bilingual; address: Bilingual }[]
  questions: readonly { title: Bilingual; body: Bilingual }[]
}
