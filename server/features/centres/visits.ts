import type { QuestionStep } from '../../domain/application-form/question'
import { mayConfirm, mayServe, mayWithdraw } from '../../domain/appointments'
import { type AuditAct, type AuditDetail, auditActor } from '../../domain/audit'
import type { CandidateFacts } from '../../domain/details'
import type { MessageTemplate } from '../../domain/message-templates'
import type { AttendedPurpose } from '../../domain/otp'
import { mayDo, mayTouch } from '../../domain/staff'
import { formatDateTime } from '../../i18n/format'
import { ok, type Refusal, type Result, refuse } from '../../kernel/result'
import { civilDate, type Instant, minutes, plus } from '../../kernel/time'
import type { CentresDeps, Officer, StepSave } from './deps'
import type { ArrivalMark } from './schema'
import { boundsOf } from './slots'
import type { AppointmentRow, VisitRow } from './store'

/** How long an OTP lets an officer change the form, by the machine's clock. */
const editingTime = minutes(30)

/** A form as the centre finds it, and what it may do with it. */
export type Visit = {
  candidateId: number
  userId: string
  facts: CandidateFacts
  appointment: AppointmentRow
  /** The version that stands. */
  version: number
  confirming: Result<undefined>
  withdrawing: Result<undefined>
  /** Whether the form could be changed here, given the candidate's OTP. */
  serving: Result<undefined>
  /** Until when this officer may change it; null: not now. */
  editableUntil: Instant | null
}

/**
 * A candidate at a centre: on its list, looked at, changed with the candidate's OTP, confirmed. A centre reaches who has
 * an appointment there, and every look at somebody is written down. Source: decisions §5 "Mode 2".
 */
export function createVisits<R extends Refusal>(deps: CentresDeps<R>) {
  const { db, store, clock, centre, announce, kickOutbox, record, application, otp } = deps

  /** A candidate within reach; the same answer for whoever is elsewhere and for nobody. */
  function reach(officer: Officer, userId: string): Result<{ candidateId: number; appointment: AppointmentRow }> {
    const candidateId = store.candidateId(userId.toUpperCase())
    const appointment = candidateId === undefined ? undefined : store.current(candidateId)
    const isOurs =
      appointment !== undefined &&
      mayDo(officer.role, 'confirm-at-centre') &&
      mayTouch(officer, { centre: appointment.centre, region: null, institute: null })
    return isOurs ? ok({ candidateId: candidateId!, appointment }) : refuse('unknown-visit', 404)
  }

  const note = (officer: Officer, act: AuditAct, candidateId: number, detail?: AuditDetail) =>
    record(auditActor(officer), act, { candidateId }, detail)

  const isEditableBy = (officer: Officer, { editableBy, editableUntil }: AppointmentRow): boolean =>
    editableBy === officer.id && editableUntil !== null && clock.real() < editableUntil

  function tell(candidateId: number, template: MessageTemplate, { centre: code }: AppointmentRow): void {
    const { userId, mobile, email, language } = store.contact(candidateId)
    const params = {
      userId,
      at: formatDateTime(clock.portal(), language),
      centre: centre(code)!.name[language],
      number: application.version(candidateId),
    }
    announce({ candidateId, channel: 'sms', to: mobile, template, language, params })
    announce({ candidateId, channel: 'email', to: email, template, language, params })
  }

  function visitOf(officer: Officer, candidateId: number, appointment: AppointmentRow, at: Instant): Visit {
    const facts = application.facts(candidateId)
    const windows = application.windows(candidateId)
    return {
      candidateId,
      userId: facts.userId,
      facts,
      appointment,
      version: application.version(candidateId),
      confirming: mayConfirm(facts, appointment, windows, at),
      withdrawing: mayWithdraw(facts, appointment, windows, at),
      serving: mayServe(facts, appointment, windows, at),
      editableUntil: isEditableBy(officer, appointment) ? appointment.editableUntil : null,
    }
  }

  const beginEditing = (officer: Officer, { id }: AppointmentRow) =>
    store.change(id, { editableUntil: plus(clock.real(), editingTime), editableBy: officer.id })

  return {
    /** Who comes to the officer's centre on a day (today unless told); null for somebody without a centre. */
    visitsOf(officer: Officer, day?: string): { day: string; visits: VisitRow[] } | null {
      const { centre: own } = officer
      if (!own || !mayDo(officer.role, 'confirm-at-centre')) return null
      const asked = boundsOf(day) ? day! : civilDate(clock.portal())
      const { from, until } = boundsOf(asked)!
      const visits = store.visits(own, from, until)
      record(auditActor(officer), 'centres.list-read', { of: `centre:${own}` }, { day: asked, count: visits.length })
      return { day: asked, visits }
    },

    /** Whether somebody has an appointment at the officer's centre. */
    findVisit(officer: Officer, userId: string): Result<undefined> {
      const found = reach(officer, userId)
      return found.ok ? ok() : found
    },

    /** Marks that a candidate came, did not come, or neither, where it was marked by mistake. */
    markArrival(officer: Officer, userId: string, mark: ArrivalMark): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        if (application.facts(candidateId).confirmedAt !== null) return refuse('centre-confirmed-already', 409)
        const now = clock.portal()
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

    /** Opens a candidate's form at the desk, which is written down. */
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

    /** Whose document is looked at, which is written down. */
    openDocument(officer: Officer, userId: string, name: string): Result<number> {
      return db.transact((): Result<number> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        note(officer, 'centres.document-read', found.value.candidateId, { document: name.slice(0, 60) })
        return ok(found.value.candidateId)
      })
    },

    /** Sends the candidate the OTP that they read out to let the centre act. */
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
        const sent = otp.send(candidateId, purpose)
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
        const proved = otp.check(candidateId, 'edit-at-centre', code)
        if (!proved.ok) return proved
        beginEditing(officer, appointment)
        note(officer, 'centres.editing-begun', candidateId)
        return ok()
      })
    },

    /** Saves a step as the candidate would, while their OTP lasts. The candidate is told. */
    saveStepAtCentre(
      officer: Officer,
      userId: string,
      step: QuestionStep,
      change: StepSave,
      at: Instant,
    ): Result<{ version: number }, R | Refusal> {
      const result = db.transact((): Result<{ version: number }, R | Refusal> => {
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
      kickOutbox()
      return result
    },

    /**
     * Confirms the form as the officer has seen it. One that was changed meanwhile is looked at again. `seen`: the
     * version that was looked at; `at`: when the request arrived.
     */
    confirmVisit(officer: Officer, userId: string, seen: number, at: Instant): Result<undefined> {
      const result = db.transact((): Result<undefined> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        const { confirming, version } = visitOf(officer, candidateId, appointment, at)
        if (!confirming.ok) return confirming
        if (version !== seen) return refuse('centre-form-changed', 409)
        application.confirm(candidateId)
        store.change(appointment.id, { editableUntil: null, editableBy: null })
        note(officer, 'centres.confirmed', candidateId, { version, centre: appointment.centre })
        tell(candidateId, 'confirmed-at-centre', appointment)
        return ok()
      })
      kickOutbox()
      return result
    },

    /** With the candidate's OTP: takes the confirmation back, and opens the form to this officer for half an hour. */
    withdrawConfirmation(officer: Officer, userId: string, code: string, at: Instant): Result<undefined> {
      const result = db.transact((): Result<undefined> => {
        const found = reach(officer, userId)
        if (!found.ok) return found
        const { candidateId, appointment } = found.value
        const { withdrawing, version } = visitOf(officer, candidateId, appointment, at)
        if (!withdrawing.ok) return withdrawing
        const proved = otp.check(candidateId, 'withdraw-at-centre', code)
        if (!proved.ok) return proved
        application.withdrawConfirmation(candidateId)
        beginEditing(officer, appointment)
        note(officer, 'centres.confirmation-withdrawn', candidateId, { version })
        tell(candidateId, 'confirmation-withdrawn', appointment)
        return ok()
      })
      kickOutbox()
      return result
    },
  }
}

/** A confirmed form is first taken back, by an act of its own. */
const mayEdit = ({ serving, facts }: Pick<Visit, 'serving' | 'facts'>): Result<undefined> =>
  serving.ok && facts.confirmedAt !== null ? refuse('centre-confirmed-already', 409) : serving
