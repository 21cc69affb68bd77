import type { PublicEntry } from '#server/domain/log/leaf.ts'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import type { CellContact, CellSetting } from '#server/domain/season/cell-settings.ts'
import type { CourseSeats } from '#server/domain/seats/seat-matrix.ts'
import type { Activity, UndatedActivity } from '#server/domain/terms/schedule.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

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
  /** The newest entry of the schedule in the public log; null before there is one. */
  entry: PublicEntry | null
  /** The settings that nobody has confirmed yet; a demo has none. */
  unset: readonly CellSetting[]
  questions: readonly { title: Bilingual; body: Bilingual }[]
}
