import { changesBetween, type Overrides, sumOfSeats } from '#server/domain/seats/seat-matrix.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import type { SeatMatrixDeps } from './deps'
import { type Edition, editionOf } from './edition'
import type { MatrixEditions } from './editions'
import type { SeatAttestationTerm, SeatOverride } from './schema'

/** The number of editions that the desk lists. */
const editionsShown = 50

/** `2026-06-20` and `17:00` in Indian time; null for a day that does not exist. */
function instantWritten(date: string, time: string): Instant | null {
  try {
    return ist(`${date} ${time}`)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** What the desk reads of the editions, its reasons for what is unusual, and its question to the institutes. */
export function createMatrixReview(
  { db, store, clock, record, tellOffice }: SeatMatrixDeps,
  { release, isWithInstitutes, seenOf, pending, pendingAsSeen, reportOf }: MatrixEditions,
) {
  return {
    /** Newest first. `isMine`: it waits for this person, who may publish it. */
    editions: (actor: StaffMember): (Edition & { isWithInstitutes: boolean; isMine: boolean })[] =>
      store.editions(editionsShown).map((row) => {
        const edition = editionOf(row)
        const isMine = edition.state === 'prepared' && release.mayRelease(row, actor)
        return { ...edition, isWithInstitutes: isWithInstitutes(edition), isMine }
      }),

    /** An edition with its content, its report, the changes it would make, and the answers of its institutes. */
    edition(actor: StaffMember, id: number) {
      const row = store.edition(id)
      if (!row) return null
      const edition = editionOf(row)
      const courses = store.courses(id)
      const { before, findings, losses, doubts } = reportOf(edition, courses)
      const answers = new Map(store.attestations(id).map((answer) => [answer.instituteCode, answer]))
      return {
        edition,
        isWithInstitutes: isWithInstitutes(edition),
        seen: seenOf(edition),
        courses,
        sums: sumOfSeats(courses),
        findings,
        losses,
        doubts,
        unanswered: findings.filter(({ reason }) => reason === null).length,
        /** True if this person neither imported it nor vouched for its numbers, and so may publish it. */
        isSecondPerson: release.mayRelease(row, actor),
        changes: before && changesBetween(before, courses),
        institutes: store
          .institutes(id)
          .map((institute) => ({ ...institute, answer: answers.get(institute.code) ?? null })),
      }
    },

    /** The key of what a person sees of an edition now; null for an unknown one. */
    seen(id: number): string | null {
      const row = store.edition(id)
      return row ? seenOf(editionOf(row)) : null
    },

    /** Gives one reason for everything at a choice code that needs one, or for all that are gone. `seen`: the edition as the officer saw it. */
    override(actor: StaffMember, id: number, { choiceCode, reason, seen }: SeatOverride): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = pendingAsSeen(id, seen)
        if (!found.ok) return found
        const { overrides } = found.value
        const open = reportOf(found.value, store.courses(id)).findings.filter(
          ({ choiceCode: its, of, reason: given }) =>
            given === null && (choiceCode === 'gone' ? of.rule === 'gone' : its === choiceCode),
        )
        if (!open.length) return refuse('seat-breach-unknown', 404)
        const given = { reason, by: actor.id, at: clock.portal() }
        const more: Overrides = { ...overrides, ...Object.fromEntries(open.map(({ key }) => [key, given])) }
        store.change(id, { overrides: JSON.stringify(more) })
        record(auditActor(actor), 'seat-matrix.overridden', { of: `seat-matrix:${id}` }, { choiceCode })
        return ok()
      })
    },

    /**
     * Asks the institutes of an unpublished edition to sign or object to their lines until an instant, and tells those
     * that owe an answer by e-mail. Returns how many were told, and how many have no address.
     */
    ask(actor: StaffMember, id: number, { date, time }: SeatAttestationTerm): Result<{ told: number; silent: number }> {
      return db.transact((): Result<{ told: number; silent: number }> => {
        const found = pending(id)
        if (!found.ok) return found
        const attestBy = instantWritten(date, time)
        if (attestBy === null || attestBy <= clock.portal())
          return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'seatTerm.past' }] })
        store.change(id, { attestBy })
        const owing = store.owing(id)
        const reached = owing.filter(({ email }) => email !== null)
        for (const { name, email } of reached)
          tellOffice(email!, 'seats-to-sign', (language) => ({
            institute: name,
            by: formatDateTime(attestBy, language),
          }))
        record(auditActor(actor), 'seat-matrix.sent', { of: `seat-matrix:${id}` }, { attestBy, told: reached.length })
        return ok({ told: reached.length, silent: owing.length - reached.length })
      })
    },
  }
}
