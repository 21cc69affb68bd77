import type { ApplicationFees } from '../domain/money/fees'
import type { CellContact, CellSetting } from '../domain/portal/cell-settings'
import type { Activity, UndatedActivity } from '../domain/portal/schedule'
import type { CourseSeats } from '../domain/seats/seat-matrix'
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
  /** The seat matrix in force; null before one is published. `at`: epoch milliseconds. */
  seats: { edition: number; at: number; courses: readonly CourseSeats[] } | null
  /** The settings that nobody has confirmed yet; a demo has none. */
  unset: readonly CellSetting[]
  questions: readonly { title: Bilingual; body: Bilingual }[]
}
