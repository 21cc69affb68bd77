import { acceptBy, reportingBy } from '#server/domain/admission/offer.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import type { FactName } from '#server/domain/scrutiny/scrutiny.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ReportingDeps } from './deps'

/** What the institute has recorded about a candidate, as the candidate reads it at any time. */
type ReportingStanding = { institute: string; round: number } & (
  | { kind: 'recorded'; at: Instant; awaited: readonly DocumentKind[] }
  | { kind: 'not-recorded'; by: Instant | null }
  | { kind: 'missed'; by: Instant | null }
  | { kind: 'reset'; at: Instant; fact: FactName; reason: string; by: Instant | null }
)

/** The candidate's side of reporting. */
export function createReportingStanding({ store, clock, acceptance }: ReportingDeps) {
  return {
    /** The candidate's standing at the institute of the newest seat; null if reporting does not concern it. */
    standingOf(candidateId: number, now: Instant = clock.portal()): ReportingStanding | null {
      const seat = acceptance.seats(candidateId, now).at(-1)
      if (!seat) return null
      const { offer, state, deadlines } = seat
      const { round, choiceCode } = offer
      const place = { institute: store.instituteAt(round, choiceCode)?.name ?? choiceCode, round }
      if (state === 'admitted') {
        const admission = store.admission(candidateId, round)!
        return { ...place, kind: 'recorded', at: admission.admittedAt, awaited: admission.awaited }
      }
      const by = reportingBy(offer, deadlines)
      if (state === 'to-report') return { ...place, kind: 'not-recorded', by }
      if (state === 'not-reported') return { ...place, kind: 'missed', by }
      const isOpen = state === 'to-verify' || state === 'in-grievance' || state === 'to-decide' || state === 'to-pay'
      const newest = offer.resetAt !== null && isOpen ? store.resets(candidateId, round)[0] : undefined
      return newest ? { ...place, kind: 'reset', ...newest, by: acceptBy(offer, deadlines) } : null
    },

    /** The admission in force, for the receipt; null if there is none. */
    admissionOf: (candidateId: number) => {
      const admission = store.newestAdmission(candidateId)
      const at = admission && store.instituteAt(admission.round, admission.choiceCode)
      return admission && at ? { ...admission, institute: at.name, course: at.course } : null
    },
  }
}
