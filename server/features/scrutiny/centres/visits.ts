import type { AttendedPurpose } from '#server/domain/accounts/otp.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import { mostCounted, type Waiting } from '#server/domain/desk/waiting.ts'
import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import { mayArrange, mayArrive, mayConfirm, mayServe, mayWithdraw } from '#server/domain/scrutiny/appointments.ts'
import type { FactName } from '#server/domain/scrutiny/scrutiny.ts'
import { type AuditAct, type AuditDetail, auditActor } from '#server/domain/terms/audit.ts'
import type { QuestionStep } from '#server/domain/terms/question.ts'
import { mayDo, mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import type { StepChange, StepRefusal } from '#server/features/application/application/steps.ts'
import type { UploadedFile } from '#server/http/upload.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import { civilDate, type Instant, minutes, plus } from '#server/kernel/time.ts'
import type { FactView } from '../scrutiny/fact-view'
import type { Given } from '../scrutiny/verdicts'
import type { CentresDeps } from './deps'
import { createFreeTimes } from './free-times'
import type { ArrivalMark } from './schema'
import { boundsOf } from './slots'
import type { AppointmentRow, VisitRow } from './store'

/** How long an OTP lets an officer change the form, by the machine's clock. */
const editingTime = minutes(30)

/** A form as the centre sees it, and what the centre may do with it. */
export type Visit = {
  candidateId: number
  userId: string
  facts: CandidateFacts
  appointment: AppointmentRow
  /** The current version. */
  version: number
  confirming: Result<undefined>
  withdrawing: Result<undefined>
  /** Ok if the form could be changed here, given the candidate's OTP. */
  serving: Result<undefined>
  /** Until when this officer may change it; null if not now. */
  editableUntil: Instant | null
}

/** What the check at the centre comes to; `failed`: the facts that are not as the originals say. */
export type VisitOutcome = { kind: 'confirm' | 'not-confirmed'; failed: readonly FactName[] }

/** Why a check is not ended; with its outcome, if the officer has to agree first. */
type VisitRefusal = Refusal & { outcome?: VisitOutcome; key?: string }

/**
 * A candidate at a centre: on its list, looked at, changed with the candidate's OTP, confirmed. A centre reaches only
 * candidates with an appointment there, and every look is logged. Source: rules §5.4.
 */
export function createVisits(deps: CentresDeps) {
  const { db, store, clock, directory, record, application, accounts, byFact } = deps

  /** The number of the newest submitted version; 0 before the first. */
  const versionOf = (candidateId: number): number => application.versionsOf(candidateId)[0]?.number ?? 0

  /** A candidate within reach; an unknown candidate and one of another centre get the same answer. */
  function reach(officer: Officer, userId: string): Result<{ candidateId: number; appointment: AppointmentRow }> {
    const candidateId = store.candidateId(userId.toUpperCase())
    const appointment = candidateId === undefined ? undefined : store.current(candidateId)
    const isOurs =
      appointment !== undefined &&
      mayDo(officer.role, 'confirm-at-centre') &&
      mayTouch(officer, { centre: appointment.centre, region: null, institute: null })
    return isOurs ? ok({ candidateId: candidateId!, appointment }) : refuse('unknown-visit', 404)
  }

  const free = createFreeTimes(deps)
  /** Can the candidate book another appointment now? */
  const mayBookAgain = (candidateId: number, current: AppointmentRow, now: Instant): boolean =>
    mayArrange(application.factsOf(candidateId), current, application.windowsOf(candidateId), now).ok &&
    free.isAnyLeft(candidateId, now)

  const note = (officer: Officer, act: AuditAct, candidateId: number, detail?: AuditDetail) =>
    record(auditActor(officer), act, { candidateId }, detail)

  const isEditableBy = (officer: Officer, { editableBy, editableUntil }: AppointmentRow): boolean =>
    editableBy === officer.id && editableUntil !== null && clock.real() < editableUntil

  function tell(candidateId: number, template: MessageTemplate, { centre: code }: AppointmentRow): void {
    deps.tell(candidateId, template, (language) => ({
      at: formatDateTime(clock.portal(), language),
      centre: directory.centre(code)!.name[language],
      number: versionOf(candidateId),
      ...(template === 'confirmed-at-centre' && { counts: application.countsFor(candidateId, language) }),
    }))
  }

  function visitOf(officer: Officer, candidateId: number, appointment: AppointmentRow, at: Instant): Visit {
    const facts = application.factsOf(candidateId)
    const windows = application.windowsOf(candidateId)
    return {
      candidateId,
      userId: facts.userId,
      facts,
      appointment,
      version: versionOf(candidateId),
      confirming: mayConfirm(facts, appointment, windows, at),
      withdrawing: mayWithdraw(facts, appointment, windows, at),
      serving: mayServe(facts, appointment, windows, at),
      editableUntil: isEditableBy(officer, appointment) ? appointment.editableUntil : null,
    }
  }

  const beginEditing = (officer: Officer, { id }: AppointmentRow) =>
    store.change(id, { editableUntil: plus(clock.real(), editingTime), editableBy: officer.id })

  function openVisits({ role, centre }: Officer): VisitRow[] {
    if (!centre || !mayDo(role, 'confirm-at-centre')) return []
    return store.open(centre, boundsOf(civilDate(clock.portal()))!.until, mostCounted + 1)
  }

  return {
    /** The visits to the officer's centre on a day (today by default); null for an officer without a centre. */
    visitsOf(officer: Officer, day?: string): { day: string; visits: VisitRow[] } | null {
      const { centre: own } = officer
      if (!own || !mayDo(officer.role, 'confirm-at-centre')) return null
      const asked = boundsOf(day) ? day! : civilDate(clock.portal())
      const { from, until } = boundsOf(asked)!
      const visits = store.visits(own, from, until)
      record(auditActor(officer), 'centres.list-read', { of: `centre:${own}` }, { day: asked, count: visits.length })
      return { day: asked, visits }
    },

    /**
     * The appointments until today at the officer's centre that are not settled, and as work for the home page. Nobody has confirmed
     * the form, told the candidate why not, or noted that the candidate did not come.
     */
    openVisits,
    waiting(officer: Officer): Waiting[] {
      const found = openVisits(officer)
      return [
        { kind: 'visit', page: 'appointments', count: found.length, oldestAt: found[0]?.startsAt ?? null, dueAt: null },
      ]
    },

    /** The candidate who came first of those at the officer's centre whose forms are not checked; null if none waits. */
    nextVisit(officer: Officer): string | null {
      const { centre } = officer
      return centre && mayDo(officer.role, 'confirm-at-centre') ? store.waiting(centre) : null
    },

    /** Ok if the candidate has an appointment at the officer's centre. */
    findVisit(officer: Officer, userId: string): Result<undefined> {
      const found = reach(officer, userId)
      return found.ok ? ok() : found
    },

    /** Marks that a candidate came or did not come, or clears a mistaken mark. */
    markArrival(officer: Officer, userId: string, mark: ArrivalMark): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        if (application.factsOf(candidateId).confirmedAt !== null) return refuse('centre-confirmed-already', 409)
        const now = clock.portal()
        const may =
          mark === 'arrived' ? mayArrive(appointment, now, () => mayBookAgain(candidateId, appointment, now)) : ok()
        if (!may.ok) return may
        store.change(appointment.id, {
          arrivedAt: mark === 'arrived' ? now : null,
          missedAt: mark === 'missed' ? now : null,
          editableUntil: null,
          editableBy: null,
        })
        note(officer, 'centres.arrival-marked', candidateId, { mark })
        return ok()
      })
    },

    /** Opens a candidate's form at the desk, and logs it. */
    openVisit(officer: Officer, userId: string, at: Instant): Result<Visit> {
      return db.transact((): Result<Visit> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        const visit = visitOf(officer, candidateId, appointment, at)
        note(officer, 'centres.form-read', candidateId, { version: visit.version })
        return ok(visit)
      })
    },

    /** Finds the owner of a document to be shown, and logs the look. */
    openDocument(officer: Officer, userId: string, name: string): Result<number> {
      return db.transact((): Result<number> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        note(officer, 'centres.document-read', found.value.candidateId, { document: name.slice(0, 60) })
        return ok(found.value.candidateId)
      })
    },

    /** Sends the candidate the OTP to read out, which lets the centre act. */
    sendAttendedOtp(
      officer: Officer,
      userId: string,
      purpose: AttendedPurpose,
      at: Instant,
    ): Result<{ sentTo: string[] }> {
      return db.transact((): Result<{ sentTo: string[] }> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        const visit = visitOf(officer, candidateId, appointment, at)
        const may = purpose === 'withdraw-at-centre' ? visit.withdrawing : mayEdit(visit)
        if (!may.ok) return may
        const sent = accounts.requestAttendedOtp(candidateId, purpose)
        if (sent.ok) note(officer, 'centres.otp-sent', candidateId, { purpose })
        return sent
      })
    },

    /** With the candidate's OTP: opens the form to this officer for half an hour. */
    beginEditing(officer: Officer, userId: string, code: string, at: Instant): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        const may = mayEdit(visitOf(officer, candidateId, appointment, at))
        if (!may.ok) return may
        const proved = accounts.checkAttendedOtp(candidateId, 'edit-at-centre', code)
        if (!proved.ok) return proved
        beginEditing(officer, appointment)
        note(officer, 'centres.editing-begun', candidateId)
        return ok()
      })
    },

    /** Saves a step on the candidate's behalf while their OTP lasts, and tells the candidate. */
    saveStepAtCentre(
      officer: Officer,
      userId: string,
      step: QuestionStep,
      change: StepChange,
      at: Instant,
    ): Result<{ version: number }, StepRefusal> {
      return db.transact((): Result<{ version: number }, StepRefusal> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        if (!isEditableBy(officer, appointment)) return refuse('centre-otp-needed', 403)
        const saved = application.saveStep(candidateId, step, change, at)
        if (!saved.ok) return saved
        note(officer, 'centres.step-saved', candidateId, { step, version: saved.value.version })
        tell(candidateId, 'changed-at-centre', appointment)
        return saved
      })
    },

    /**
     * Stores a scan that the centre made of one of the candidate's documents, while their OTP lasts, and tells the
     * candidate. Refusals: `centre-otp-needed` (403), and those of an upload.
     */
    async uploadAtCentre(
      officer: Officer,
      userId: string,
      kind: string,
      files: readonly UploadedFile[],
      at: Instant,
    ): Promise<Result<undefined>> {
      const allowed = (): Result<{ candidateId: number; appointment: AppointmentRow }> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        return isEditableBy(officer, found.value.appointment) ? found : refuse('centre-otp-needed', 403)
      }
      const may = allowed()
      if (!may.ok) return may
      const { candidateId, appointment } = may.value
      const put = await deps.documents.put(candidateId, kind, files, at)
      if (!put.ok) return put
      return db.transact((): Result<undefined> => {
        note(officer, 'centres.document-uploaded', candidateId, { document: kind.slice(0, 60) })
        tell(candidateId, 'changed-at-centre', appointment)
        return ok()
      })
    },

    /** The facts of a form at the centre, with the verdicts so far. */
    factsAt: ({ candidateId, facts, version }: Visit, language: Language): FactView[] =>
      byFact.factsOf({ id: candidateId, fullName: facts.fullName, version }, language),

    /** Saves the verdicts so far, unseen by the candidate. `isRestAccepted`: also accepts what is not flagged. */
    saveVisit(
      officer: Officer,
      userId: string,
      { version: seen, given, isRestAccepted = false }: { version: number; given: Given; isRestAccepted?: boolean },
      at: Instant,
    ): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        const { serving, version, facts } = visitOf(officer, candidateId, appointment, at)
        if (!serving.ok) return serving
        if (facts.confirmedAt !== null) return refuse('centre-confirmed-already', 409)
        if (version !== seen) return refuse('centre-form-changed', 409)
        const saved = byFact.put(officer, { id: candidateId, version }, given)
        if (!saved.ok) return saved
        const rest = isRestAccepted
          ? byFact.acceptRest(officer, { id: candidateId, version, fullName: facts.fullName })
          : 0
        note(officer, 'centres.saved', candidateId, { judged: saved.value.length, rest })
        return ok()
      })
    },

    /**
     * Ends the check of a form as the officer has seen it, with the originals: every fact accepted confirms it, any other
     * verdict leaves it unconfirmed and tells the candidate why. A form changed since has to be looked at again. Refuses
     * with the outcome until `agreed` names it. `version`: the one looked at; `at`: when the request arrived.
     */
    finishVisit(
      officer: Officer,
      userId: string,
      { version: seen, given, agreed }: { version: number; given: Given; agreed?: string | undefined },
      at: Instant,
    ): Result<VisitOutcome, VisitRefusal> {
      return db.transact((): Result<VisitOutcome, VisitRefusal> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        const { confirming, serving, version, facts } = visitOf(officer, candidateId, appointment, at)
        if (!serving.ok) return serving
        if (facts.confirmedAt !== null) return refuse('centre-confirmed-already', 409)
        if (version !== seen) return refuse('centre-form-changed', 409)
        const form = { id: candidateId, version }
        const saved = byFact.put(officer, form, given)
        if (!saved.ok) return saved
        const fields = byFact.faultsOf(candidateId, saved.value)
        if (fields.length) return refuse('check-answers', 422, { fields })
        const failed = saved.value.filter(({ isAccepted }) => !isAccepted).map(({ fact }) => fact)
        const outcome: VisitOutcome = { kind: failed.length ? 'not-confirmed' : 'confirm', failed }
        if (outcome.kind === 'confirm' && !confirming.ok) return confirming
        const key = `${outcome.kind} ${failed.join(' ')}`
        if (agreed !== key) return { ok: false, refusal: { ...refuse('centre-agree', 409).refusal, outcome, key } }
        byFact.tell(form)
        store.change(appointment.id, { editableUntil: null, editableBy: null })
        if (failed.length) {
          note(officer, 'centres.not-confirmed', candidateId, { version, facts: failed.join(' ') })
          tell(candidateId, 'not-confirmed-at-centre', appointment)
        } else {
          application.confirm(candidateId, 'centre')
          // A centre has the originals in hand, so that unopened scans say nothing.
          const { userId } = facts
          deps.draw(officer, { candidateId, userId, version, centre: appointment.centre, isUnopened: false })
          note(officer, 'centres.confirmed', candidateId, { version, centre: appointment.centre })
          tell(candidateId, 'confirmed-at-centre', appointment)
        }
        return ok(outcome)
      })
    },

    /** With the candidate's OTP: withdraws the confirmation, and opens the form to this officer for half an hour. */
    withdrawConfirmation(officer: Officer, userId: string, code: string, at: Instant): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        const { withdrawing, version } = visitOf(officer, candidateId, appointment, at)
        if (!withdrawing.ok) return withdrawing
        const proved = accounts.checkAttendedOtp(candidateId, 'withdraw-at-centre', code)
        if (!proved.ok) return proved
        application.withdrawConfirmation(candidateId)
        beginEditing(officer, appointment)
        note(officer, 'centres.confirmation-withdrawn', candidateId, { version })
        tell(candidateId, 'confirmation-withdrawn', appointment)
        return ok()
      })
    },
  }
}

/** A confirmed form needs its confirmation withdrawn first, in a separate act. */
const mayEdit = ({ serving, facts }: Pick<Visit, 'serving' | 'facts'>): Result<undefined> =>
  serving.ok && facts.confirmedAt !== null ? refuse('centre-confirmed-already', 409) : serving
