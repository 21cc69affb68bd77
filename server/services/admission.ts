import { approvalList } from '#server/documents/approval-list.ts'
import type { Presses } from '#server/documents/presses.ts'
import type { AccountsArea } from '#server/features/accounts/index.ts'
import { createAdmissionReports } from '#server/features/admission/admission-reports/service.ts'
import { admissionReportsStore } from '#server/features/admission/admission-reports/store.ts'
import { createCancellation } from '#server/features/admission/cancellation/service.ts'
import { cancellationStore } from '#server/features/admission/cancellation/store.ts'
import { createNextActs } from '#server/features/admission/next-acts/service.ts'
import { createReporting } from '#server/features/admission/reporting/service.ts'
import { reportingStore } from '#server/features/admission/reporting/store.ts'
import { createSpecialClocks } from '#server/features/admission/special-clocks/service.ts'
import { specialClocksStore } from '#server/features/admission/special-clocks/store.ts'
import type { Base } from '#server/features/base.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import type { CandidateWing } from './candidate'
import type { ScrutinyWing } from './scrutiny'
import type { SeatsWing } from './seats'

/** From the accepted seat to the institute: reporting, and cancellation. */
export function createAdmissionWing(
  ground: Base,
  { messages }: MessagesArea,
  { accounts }: AccountsArea,
  { application, payments, documents, certificates }: CandidateWing,
  { scrutiny }: ScrutinyWing,
  { optionForm, seatAcceptance, selfVerification, vacancies }: SeatsWing,
  { press, issuer }: Presses,
) {
  const { db, clock, course, audit, notices, releases } = ground
  const reporting = createReporting({
    db,
    store: reportingStore(db),
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
    proveStepUp: accounts.proveStepUp,
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
      const printed = await press.print(approvalList(list, language, issuer), `approval-list ${list.code}`)
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
  return { reporting, cancellation, admissionReports, specialClocks, nextActs }
}

export type AdmissionWing = ReturnType<typeof createAdmissionWing>
