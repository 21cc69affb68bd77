import {
  isBeforeCutOff,
  isReturnLate,
  mayCancel,
  returnDueAt,
  returnFaults,
  returnWithin,
} from '#server/domain/admission/cancellation.ts'
import type { OfferState } from '#server/domain/admission/offer.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { ownInstitute } from '#server/domain/terms/staff.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { lessAmount, type Paise } from '#server/kernel/money.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Actor, CancellationDeps, Officer } from './deps'
import { type CancelRequest, type ReturnForm, returnOf } from './schema'
import type { CancellationRow } from './store'

/** The activity in the schedule at whose end online cancellation ends. */
const activityKey = 'cancellation'
/** The states of a seat that can be given up. */
const heldStates: readonly OfferState[] = ['held', 'to-report', 'admitted']

/** The columns of both lists: an institute knows where the seat is, the cell does not. */
const shapeOf = (list: 'returns' | 'cancellations'): ListShape => ({
  list,
  columns: [
    { key: 'caseNumber', kind: 'text', isSortable: true },
    { key: 'fullName', kind: 'written' },
    { key: 'userId', kind: 'text' },
    ...(list === 'cancellations' ? ([{ key: 'institute', kind: 'written' }] as const) : []),
    { key: 'choiceCode', kind: 'text', ...(list === 'cancellations' && { isExtra: true }) },
    { key: 'round', kind: 'count', isExtra: true },
    // The return is due two days later.
    { key: 'requestedAt', kind: 'time', isExtra: true },
    { key: 'dueAt', kind: 'time' },
    { key: 'returnedAt', kind: 'time' },
  ],
  filters: ['state', 'applicationId', ...(list === 'cancellations' ? ['instituteCode'] : [])],
  order: '-caseNumber',
})

/** A sum for a message, without the sign, which would double the price of an SMS. */
const inFigures = (amount: Paise): string => formatRupees(amount).slice(1)

/** A case with its clock. */
export type Case = CancellationRow & { dueAt: Instant; isLate: boolean }

/** What a candidate would give up, and until when they may. */
export type CancellationView = {
  may: Result<undefined>
  /** When online cancellation ends. */
  cutOff: Instant | null
  seat: { round: number; choiceCode: string; institute: string; course: string; isAdmitted: boolean } | null
  cancelled: Case | null
}

/** An institute with late cases, for everybody to read; nothing about a candidate. */
type LateInstitute = {
  code: string
  institute: string
  /** The numbers of cases that are still not recorded. */
  open: number[]
  /** How many were recorded after their time. */
  recordedLate: number
}

/** The cancellation of an admission: the candidate's half and the institute's. Source: rules §9.3, §9.4. */
export function createCancellation(deps: CancellationDeps) {
  const { db, store, clock, acceptance, record } = deps

  const cutOff = (): Instant | null => (deps.activity(activityKey)?.closesAt ?? null) as Instant | null

  const caseOf = (row: CancellationRow, now: Instant = clock.portal()): Case => ({
    ...row,
    dueAt: returnDueAt(row.requestedAt),
    isLate: isReturnLate(row, now),
  })

  function may({ candidateId }: Actor, at: Instant) {
    const seat = acceptance.current({ candidateId }, at)
    const hasSeat = seat !== null && heldStates.includes(seat.state)
    const allowed = mayCancel(
      { hasSeat, cancelledAt: store.of(candidateId)?.requestedAt ?? null, cutOff: cutOff() },
      at,
    )
    return { allowed, seat: hasSeat ? seat : null }
  }

  /** Writes the cancellation of a held seat and tells the candidate. */
  function cancelNow({ candidateId }: Actor, reason: string, seat: { round: number; choiceCode: string }): Case {
    const { round, choiceCode } = seat
    const place = store.instituteAt(round, choiceCode)!
    const requestedAt = clock.portal()
    const number = store.add({ candidateId, round, choiceCode, instituteCode: place.code, reason, requestedAt })
    deps.onCancelled(place.code)
    record(
      { kind: 'candidate', id: candidateId, name: store.userId(candidateId) },
      'cancellation.requested',
      { candidateId },
      { case: number, round, choiceCode },
    )
    deps.tell(candidateId, 'admission-cancelled', (language) => ({
      institute: place.institute,
      choiceCode,
      number,
      at: formatDateTime(requestedAt, language),
      by: formatDateTime(returnDueAt(requestedAt), language),
    }))
    return caseOf(store.of(candidateId)!)
  }

  const cancel = (actor: Actor, reason: string, at: Instant): Result<Case> =>
    db.transact((): Result<Case> => {
      const { allowed, seat } = may(actor, at)
      return allowed.ok ? ok(cancelNow(actor, reason, seat!.offer)) : allowed
    })

  /** A case of the officer's institute; another institute's case looks like an unknown one. */
  function own(officer: Officer, caseNumber: number): Result<CancellationRow> {
    const institute = ownInstitute(officer)
    if (!institute.ok) return institute
    const found = store.byCase(caseNumber)
    return found && found.instituteCode === institute.value ? ok(found) : refuse('unknown-case', 404)
  }

  /** A list of cases. `institute`: the officer's, or null for the whole state. */
  const listOf = (list: 'returns' | 'cancellations', institute: (officer: Officer) => string | null) =>
    listOfStore({
      shape: shapeOf(list),
      reader: store.list,
      reach: (officer: Officer) => ({ institute: institute(officer), lateBefore: clock.portal() - returnWithin }),
      shown: (row) => ({
        ...row,
        dueAt: returnDueAt(row.requestedAt),
        isLate: isReturnLate(row, clock.portal()) ? 1 : 0,
      }),
    })

  const logged = (list: ReturnType<typeof listOf>): typeof list => ({
    ...list,
    piece(officer, asked) {
      const found = list.piece(officer, asked)
      const { institute } = officer
      record(auditActor(officer), 'cancellation.list-read', {}, { institute, cases: found.rows.length })
      return found
    },
  })

  return {
    /** What a candidate may cancel at `at`, and what they have cancelled. */
    view(actor: Actor, at: Instant = clock.portal()): CancellationView {
      const { allowed, seat } = may(actor, at)
      const cancelled = store.of(actor.candidateId)
      const offer = seat?.offer
      const place = offer && store.instituteAt(offer.round, offer.choiceCode)
      return {
        may: allowed,
        cutOff: cutOff(),
        seat:
          offer && place
            ? {
                round: offer.round,
                choiceCode: offer.choiceCode,
                institute: place.institute,
                course: place.course,
                isAdmitted: seat.state === 'admitted',
              }
            : null,
        cancelled: cancelled && caseOf(cancelled, at),
      }
    },

    /** Ok if the candidate may cancel at `at`. */
    may: (actor: Actor, at: Instant): Result<undefined> => may(actor, at).allowed,

    /**
     * Cancels the candidate's seat, finally, with reason, password and OTP. `at`: when the request arrived; it is
     * compared with the cut-off. Refusals: `already-cancelled`, `not-admitted` (409), `cancellation-closed`, and those of
     * the proof.
     */
    async request(actor: Actor, { reason, ...proof }: CancelRequest, at: Instant): Promise<Result<Case>> {
      const before = may(actor, at).allowed
      if (!before.ok) return before
      const proved = await deps.proveStepUp(actor, 'cancel', proof)
      if (!proved.ok) {
        // A second press finds the OTP used; answer with the state that the first press left.
        const still = may(actor, at).allowed
        return still.ok ? proved : still
      }
      return cancel(actor, reason, at)
    },

    /** The same without a proof, for the candidates of the demo's cohort. */
    cancelUnasked: (actor: Actor, reason: string): Result<Case> => cancel(actor, reason, clock.portal()),

    /** A candidate's cancellation; null if there is none. */
    of({ candidateId }: Actor): Case | null {
      const found = store.of(candidateId)
      return found && caseOf(found)
    },

    /** The cases of the officer's institute, the newest first; logs each page that is read. */
    returns: logged(listOf('returns', ({ institute }) => institute ?? '')),

    /** Every case, for the cell; logs each page that is read. */
    cancellations: logged(listOf('cancellations', ({ institute }) => institute)),

    /** How many cases of the officer's institute wait for its record; 0 for everybody else. */
    openAt(officer: Officer): number {
      const institute = ownInstitute(officer)
      return institute.ok ? store.open(institute.value) : 0
    },

    /** A case of the officer's institute. */
    open(officer: Officer, caseNumber: number): Result<Case> {
      const found = own(officer, caseNumber)
      return found.ok ? ok(caseOf(found.value)) : found
    },

    /** Was it cancelled before the cut-off, so that its institute keeps at most ₹1,000? */
    isLimited: ({ requestedAt }: Pick<Case, 'requestedAt'>): boolean => isBeforeCutOff(requestedAt, cutOff()),

    /**
     * Records what the institute returned. Refusals: `unknown-case` (404), `return-recorded` (409), and a fault for each
     * field that breaks a rule.
     */
    recordReturn: (officer: Officer, caseNumber: number, form: ReturnForm): Result<Case> =>
      db.transact((): Result<Case> => {
        const found = own(officer, caseNumber)
        if (!found.ok) return found
        if (found.value.returnedAt !== null) return refuse('return-recorded', 409)
        const { candidateId, requestedAt, institute } = found.value
        const given = returnOf(form)
        const fields = returnFaults(given, requestedAt, cutOff())
        if (fields.length) return refuse('check-answers', 422, { fields })
        const { originalsReturned: _, ...row } = given
        const returnedAt = clock.portal()
        store.recordReturn(caseNumber, { ...row, returnedAt, recordedBy: officer.id })
        const { paid, charge, mode } = given
        deps.tell(candidateId, 'return-recorded', (language) => ({
          institute,
          number: caseNumber,
          amount: inFigures(lessAmount(paid, charge)),
          charge: inFigures(charge),
          mode: translate(language, `cancellation:mode.${mode}`),
        }))
        record(
          auditActor(officer),
          'cancellation.return-recorded',
          { candidateId },
          { case: caseNumber, paid, charge, mode },
        )
        return ok(caseOf(store.byCase(caseNumber)!))
      }),

    /** How many late cases have no record of the return. */
    openLate: (): number => store.openLate(clock.portal() - returnWithin),

    /** The institutes with late cases, by code; public. */
    late(now: Instant = clock.portal()): LateInstitute[] {
      const found = new Map<string, LateInstitute>()
      for (const { caseNumber, instituteCode, institute, returnedAt } of store.late(now - returnWithin, returnWithin)) {
        const known = found.get(instituteCode) ?? { code: instituteCode, institute, open: [], recordedLate: 0 }
        if (returnedAt === null) known.open.push(caseNumber)
        else known.recordedLate++
        found.set(instituteCode, known)
      }
      return [...found.values()]
    },

    /** A job: tells the cell of each case that has become late, once. */
    tellLate(): void {
      const now = clock.portal()
      if (!store.untold(now - returnWithin).length) return
      db.transact(() => {
        for (const { caseNumber, institute, requestedAt } of store.untold(now - returnWithin)) {
          deps.tellCell('return-late', (language) => ({
            institute,
            number: caseNumber,
            at: formatDateTime(requestedAt, language),
            by: formatDateTime(returnDueAt(requestedAt), language),
          }))
          store.toldLate(caseNumber, now)
        }
      })
    },
  }
}

export type Cancellation = ReturnType<typeof createCancellation>
