import { approvalList } from '#server/documents/approval-list.ts'
import { stageReportPaper } from '#server/documents/stage-report.ts'
import { createAdmissionReports } from '#server/features/admission/admission-reports/service.ts'
import { admissionReportsStore } from '#server/features/admission/admission-reports/store.ts'
import { createCancellation } from '#server/features/admission/cancellation/service.ts'
import { cancellationStore } from '#server/features/admission/cancellation/store.ts'
import { createReporting } from '#server/features/admission/reporting/service.ts'
import { reportingStore } from '#server/features/admission/reporting/store.ts'
import { createStageReport } from '#server/features/desk/stage-report/service.ts'
import { stageReportStore } from '#server/features/desk/stage-report/store.ts'
import type { CandidateWing } from './candidate'
import type { DeskWing } from './desk'
import type { Ground } from './ground'
import type { MessagesWing } from './messages'
import type { Presses } from './presses'
import type { SeatsWing } from './seats'

/** From the accepted seat to the institute: reporting, and cancellation. */
export function createAdmissionWing(
  ground: Ground,
  { messages }: MessagesWing,
  { accounts, application, documents, certificates }: CandidateWing,
  { scrutiny }: DeskWing,
  { seatAcceptance, selfVerification, vacancies }: SeatsWing,
  { press, issuer }: Presses,
) {
  const { db, clock, course, audit, notices, releases } = ground
  async function openDocument(candidateId: number, name: string) {
    const opened = await documents.open(candidateId, name)
    return opened.ok ? opened.value : null
  }
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
    openDocument,
    async print(list, language) {
      const printed = await press.print(approvalList(list, language, issuer), `approval-list ${list.code}`)
      return printed instanceof Uint8Array ? printed : null
    },
    record: audit.record,
  })
  const stageReport = createStageReport({
    store: stageReportStore(db),
    clock,
    acceptance: seatAcceptance,
    course,
    async print(sheet, language) {
      const printed = await press.print(stageReportPaper(sheet, language, issuer), 'stage-report')
      return printed instanceof Uint8Array ? printed : null
    },
    record: audit.record,
  })
  return { reporting, cancellation, admissionReports, stageReport }
}

export type AdmissionWing = ReturnType<typeof createAdmissionWing>
