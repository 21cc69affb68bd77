import { lengthened } from '#server/domain/admission/orders.ts'
import {
  type AwaitedKind,
  activityOfCertificate,
  type CertificateKind,
  type CertificateStatus,
  certificateKinds,
  certificateStatus,
  certificatesActivity,
  mayHandIn,
  type StatedMarks,
  type UnfulfilledClaim,
  unfulfilledClaims,
  wantedCertificates,
} from '#server/domain/scrutiny/certificates.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CertificatesDeps } from './deps'
import type { CertificateRow } from './store'

/** The file of a certificate, as pages and the API show it. */
export type CertificateFile = Pick<CertificateRow, 'mediaType' | 'bytes' | 'pages' | 'originalName'> & {
  uploadedAt: Instant
}

/** A required certificate and its state. `dueAt`: null if the schedule has no date; `mayHandIn`: a file may be sent now. */
export type CertificateEntry = {
  kind: CertificateKind
  status: CertificateStatus
  dueAt: number | null
  stated: StatedMarks | null
  file: CertificateFile | null
  remark: string | null
  mayHandIn: Result<undefined>
}

/** A claim that is removed on its date unless its certificate comes. */
export type MissingClaim = UnfulfilledClaim & { dueAt: Instant | null }

/** The certificates that candidates owe beside the form, with their dates. Source: rules §3.10, §9.2. */
export function createEntries({ store, clock, application, activity, moreTime }: CertificatesDeps) {
  const { answers } = application
  const activityOf = (kind: CertificateKind) => activity(activityOfCertificate(kind)) ?? activity(certificatesActivity)
  /** The window for this candidate's certificate, with any extra time from special orders. */
  const windowOf = (candidateId: number, kind: CertificateKind) => lengthened(activityOf(kind), moreTime(candidateId))

  function entryOf(candidateId: number, kind: CertificateKind, row: CertificateRow | null, at: Instant) {
    const status = certificateStatus(row)
    const isSubmitted = application.factsOf(candidateId).submittedAt !== null
    const window = windowOf(candidateId, kind)
    return {
      kind,
      status,
      dueAt: window?.closesAt ?? null,
      stated: row && statedIn(row),
      file: row && fileOf(row),
      remark: row?.remark ?? null,
      mayHandIn: mayHandIn(kind, { answers: answers(candidateId), isSubmitted, status }, window, at),
    } satisfies CertificateEntry
  }

  function entries(candidateId: number, at: Instant = clock.portal()): CertificateEntry[] {
    const rows = store.current(candidateId)
    return wantedCertificates(answers(candidateId)).map((kind) =>
      entryOf(candidateId, kind, rows.find((row) => row.kind === kind) ?? null, at),
    )
  }

  /** The candidate's next due date among these kinds; the last one once all have passed. Null if there is none. */
  function nextDue(candidateId: number, kinds: readonly CertificateKind[]): number | null {
    const all = kinds.flatMap((kind) => windowOf(candidateId, kind)?.closesAt ?? [])
    const coming = all.filter((at) => at > clock.portal())
    return coming.length ? Math.min(...coming) : all.length ? Math.max(...all) : null
  }

  return {
    entryOf,
    nextDue,
    windowOf,

    /** The due dates of all kinds, each with its kinds. */
    dues(): Map<number, CertificateKind[]> {
      const found = new Map<number, CertificateKind[]>()
      for (const kind of certificateKinds) {
        const dueAt = activityOf(kind)?.closesAt ?? null
        if (dueAt !== null) found.set(dueAt, [...(found.get(dueAt) ?? []), kind])
      }
      return found
    },

    verbs: {
      /** The next deadline for a candidate's certificates; null if the schedule has none. */
      dueAt(candidateId: number): number | null {
        const wanted = wantedCertificates(answers(candidateId))
        return nextDue(candidateId, wanted.length ? wanted : certificateKinds)
      },

      /** The end of the candidate's time to hand in this certificate; null if the schedule has none. */
      until: (candidateId: number, kind: CertificateKind): number | null =>
        windowOf(candidateId, kind)?.closesAt ?? null,

      /** The certificates a candidate has to hand in beside the form, and their state. */
      entries,

      /** The certificates that the candidate still has to hand in, each with its due date; none under review or accepted. */
      left(candidateId: number, at: Instant): { kind: CertificateKind; isRejected: boolean; by: number | null }[] {
        return entries(candidateId, at)
          .filter(({ status, mayHandIn }) => (status === 'wanted' || status === 'rejected') && mayHandIn.ok)
          .map(({ kind, status, dueAt }) => ({ kind, isRejected: status === 'rejected', by: dueAt }))
      },

      /**
       * The certificates of these answers that were only applied for, and can be handed in no more: with a receipt alone their claims
       * fall at once. None that is under review or accepted. Source: rules §3.10.
       */
      receiptsTooLate(candidateId: number, at: Instant, claimed: Answers = answers(candidateId)): AwaitedKind[] {
        const rows = store.current(candidateId)
        const statusOf = (kind: CertificateKind) => certificateStatus(rows.find((row) => row.kind === kind) ?? null)
        return unfulfilledClaims(claimed, statusOf).flatMap(({ kind }) => {
          const until = windowOf(candidateId, kind)?.closesAt ?? null
          return until !== null && at >= until ? [kind] : []
        })
      },

      /** The CGPA on the form, which a certificate is expected to state. Null if the result is in marks. */
      expectedMarks(candidateId: number): StatedMarks | null {
        const degree = answers(candidateId)['qualifications-details'] ?? {}
        const { cgpa = '', cgpaScale: scale = '', cgpaPercentage: percentage = '' } = degree
        return degree.degreeResult === 'cgpa' ? { cgpa, scale, percentage } : null
      },

      /** The claims that lack a certificate, each with the date on which it is removed; null without a date. */
      missing(candidateId: number): MissingClaim[] {
        const rows = store.current(candidateId)
        const statusOf = (kind: CertificateKind) => certificateStatus(rows.find((row) => row.kind === kind) ?? null)
        return unfulfilledClaims(answers(candidateId), statusOf).map((one) => ({
          ...one,
          dueAt: (windowOf(candidateId, one.kind)?.closesAt ?? null) as Instant | null,
        }))
      },
    },
  }
}

export type Entries = ReturnType<typeof createEntries>

export const fileOf = ({ mediaType, bytes, pages, originalName, uploadedAt }: CertificateRow): CertificateFile => ({
  mediaType,
  bytes,
  pages,
  originalName,
  uploadedAt: uploadedAt as Instant,
})

const statedIn = ({ cgpa, scale, percentage }: CertificateRow): StatedMarks | null =>
  cgpa !== null && scale !== null && percentage !== null ? { cgpa, scale, percentage } : null
