import { createCancellation } from '../features/cancellation/service'
import { cancellationStore } from '../features/cancellation/store'
import { createReporting } from '../features/reporting/service'
import { reportingStore } from '../features/reporting/store'
import type { CandidateWing } from './candidate'
import type { DeskWing } from './desk'
import type { Ground } from './ground'
import type { MessagesWing } from './messages'
import type { SeatsWing } from './seats'

/** From the accepted seat to the institute: reporting, and cancellation. */
export function createAdmissionWing(
  ground: Ground,
  { messages }: MessagesWing,
  { accounts, application, documents, certificates }: CandidateWing,
  { scrutiny }: DeskWing,
  { seatAcceptance, vacancies }: SeatsWing,
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
    async openDocument(candidateId, name) {
      const opened = await documents.open({ candidateId }, name)
      return opened.ok ? opened.value : null
    },
    certificateStatus: (candidateId, kind) =>
      certificates.entries({ candidateId }).find((entry) => entry.kind === kind)?.status ?? null,
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
  return { reporting, cancellation }
}

export type AdmissionWing = ReturnType<typeof createAdmissionWing>
