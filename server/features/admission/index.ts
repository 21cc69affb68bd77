import { approvalList } from '#server/documents/approval-list.ts'
import type { Presses } from '#server/documents/presses.ts'
import { namesIn } from '#server/domain/application/form/seat-names.ts'
import type { AccountsArea } from '#server/features/accounts/index.ts'
import type { Base } from '#server/features/base.ts'
import type { CandidateArea } from '#server/features/candidate-area.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import type { ScrutinyArea } from '#server/features/scrutiny/index.ts'
import type { SeatsArea } from '#server/features/seats/index.ts'
import { createAdmissionReports } from './admission-reports/service'
import { admissionReportsStore } from './admission-reports/store'
import { createCancellation } from './cancellation/service'
import { cancellationStore } from './cancellation/store'
import { createNextActs } from './next-acts/service'
import { createReporting } from './reporting/service'
import { createFailedClaims } from './seat-acceptance/failed-claims'
import { createSeatReminders } from './seat-acceptance/reminders'
import { createSeatAcceptance } from './seat-acceptance/service'
import { seatAcceptanceStore } from './seat-acceptance/store'
import { createSeatCalls } from './seat-calls/service'
import { seatCallsStore } from './seat-calls/store'
import { createSelfVerification } from './self-verification/service'
import { selfVerificationStore } from './self-verification/store'
import { createSpecialClocks } from './special-clocks/service'
import { specialClocksStore } from './special-clocks/store'

/** The newest candidates with longer time for a seat who are reminded of it; many more than any season has. */
const mostWithOwnTime = 1000

/** What candidates do with the seats that rounds allot them; the next round is allotted by it. */
export function composeSeatActs(
  base: Base,
  { messages }: MessagesArea,
  { accounts }: AccountsArea,
  { application }: CandidateArea,
) {
  const { clock, course, db, audit, notices } = base
  const seatRows = seatAcceptanceStore(db)
  const seatAcceptance = createSeatAcceptance({
    db,
    store: seatRows,
    clock,
    course,
    activity: notices.activity,
    withStepUp: accounts.withStepUp,
    tell: messages.tell,
    record: audit.record,
  })
  const specialClockRows = specialClocksStore(db)
  const seatReminders = createSeatReminders({
    ...seatAcceptance,
    store: seatRows,
    clock,
    withOwnTime: (since) => specialClockRows.seats(since, mostWithOwnTime),
  })
  const failedClaims = createFailedClaims({
    store: seatRows,
    clock,
    current: seatAcceptance.current,
    course,
    answers: application.answers,
    tell: messages.tell,
  })
  const seatCalls = createSeatCalls({
    db,
    store: seatCallsStore(db),
    clock,
    owed: seatAcceptance.owed,
    owedBy: seatAcceptance.owedBy,
    placeOf: seatRows.place,
    newestRound: seatRows.newestRound,
    record: audit.record,
  })
  return { seatAcceptance, seatReminders, failedClaims, seatCalls }
}

export type SeatActs = ReturnType<typeof composeSeatActs>

/**
 * From the accepted seat to the institute: self-verification, reporting, and cancellation.
 * Long: one call for each feature, with what it is handed.
 */
export function composeAdmission(
  base: Base,
  { messages }: MessagesArea,
  { accounts }: AccountsArea,
  { application, payments, documents, certificates, grievances }: CandidateArea,
  { scrutiny }: ScrutinyArea,
  { seatAcceptance, optionForm, vacancies, zones }: SeatActs & SeatsArea,
  { press, issuer }: Presses,
) {
  const { db, clock, course, audit, notices, releases, reportingRows } = base
  const selfVerification = createSelfVerification({
    db,
    store: selfVerificationStore(db),
    clock,
    course,
    accounts,
    application,
    documents,
    grievances,
    seats: seatAcceptance,
    zones,
    tell: messages.tell,
    record: audit.record,
  })
  const reporting = createReporting({
    db,
    store: reportingRows,
    clock,
    course,
    releases,
    activity: notices.activity,
    acceptance: seatAcceptance,
    answers: application.answers,
    shownFacts: scrutiny.shownFacts,
    documents,
    certificates,
    nameChanges: selfVerification.nameChanges,
    onSigned: vacancies.count,
    onUndone: vacancies.recount,
    tell: messages.tell,
    record: audit.record,
  })
  const cancellation = createCancellation({
    db,
    store: cancellationStore(db),
    clock,
    activity: notices.activity,
    acceptance: seatAcceptance,
    onCancelled: vacancies.recount,
    withStepUp: accounts.withStepUp,
    tell: messages.tell,
    tellCell: messages.tellCell,
    record: audit.record,
  })
  const admissionReports = createAdmissionReports({
    db,
    store: admissionReportsStore(db),
    clock,
    acceptance: seatAcceptance,
    shownFacts: scrutiny.shownFacts,
    documents,
    async print(list, language) {
      const named = namesIn(language, course.form)
      const lines = list.lines.map((line) => ({ ...line, course: named(line.course) }))
      const inWords = { ...list, name: named(list.name), lines }
      const printed = await press.print(approvalList(inWords, language, issuer), `approval-list ${list.code}`)
      return printed instanceof Uint8Array ? printed : null
    },
    record: audit.record,
  })
  const specialClocks = createSpecialClocks({
    store: specialClocksStore(db),
    clock,
    clocksOf: seatAcceptance.clocksOf,
  })
  /** What a candidate has to do next, from everything that can ask them to act. */
  const nextActs = createNextActs({
    clock,
    application,
    payments,
    certificates,
    seats: seatAcceptance,
    optionForm,
  })
  return { selfVerification, reporting, cancellation, admissionReports, specialClocks, nextActs }
}

export type AdmissionArea = ReturnType<typeof composeAdmission>
