import { missedOutcome } from '#server/domain/scrutiny/certificates.ts'
import { inPieces } from '#server/kernel/in-pieces.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'
import type { CertificatesDeps } from './deps'
import type { Entries } from './entries'

/** A file whose sending began in time is complete within a minute. Source: rules §12.3. */
const uploadsEndAfter = minutes(2)

/** Candidates per transaction of a job. */
const batch = 200

/** What happens after the date on which certificates are due. Source: rules §9.1, §9.5. */
export function createDue(deps: CertificatesDeps, { dues, verbs }: Entries) {
  const { db, store, clock, course, application, failedClaims, seatAcceptance, record } = deps

  /** The work of `inPieces` on one candidate after the other, in one transaction. */
  const forEach = (act: (candidateId: number) => void) => (ids: readonly number[]) =>
    db.transact(() => ids.forEach(act))

  function convert(candidateId: number, removedAt: Instant): void {
    const fallen = verbs
      .missing(candidateId)
      .filter(({ dueAt }) => dueAt !== null && removedAt >= dueAt + uploadsEndAfter)
      .map(({ dueAt: _, ...claim }) => claim)
    if (!fallen.length) return
    application.removeClaims(candidateId, [...new Set(fallen.map(({ claim }) => claim))], 'claims-unfulfilled')
    const kinds = fallen.map(({ kind }) => kind)
    const seat = failedClaims.convertToOpen(candidateId, missedOutcome(kinds, course.ifCertificateMissed))
    for (const one of fallen) store.addUnfulfilled({ candidateId, ...one, removedAt, seat })
    const detail = { kinds: kinds.join(' '), seat }
    record({ kind: 'system', name: 'certificates' }, 'certificates.claim-removed', { candidateId }, detail)
  }

  return {
    /**
     * A job: once certificates are due, removes the unfulfilled claims from forms; any extra cost falls due, and a seat
     * that was won on them is settled. Waits for uploads that began in time, and for a run that has read the claims to
     * be published.
     */
    async convertUnfulfilled(): Promise<void> {
      const now = clock.portal()
      const isDue = [...dues().keys()].some((dueAt) => now >= dueAt + uploadsEndAfter)
      if (!isDue || seatAcceptance.isRunInHand()) return
      await inPieces(
        (after) => store.overdue(after, batch),
        forEach((id) => convert(id, now)),
      )
    },
  }
}
