import path from 'node:path'
import { createDossiers } from '#server/adapters/dossiers.ts'
import { allotmentList } from '#server/documents/allotment-list.ts'
import { instituteAllotment } from '#server/documents/institute-allotment.ts'
import type { Printed } from '#server/documents/press.ts'
import type { Presses } from '#server/documents/presses.ts'
import type { AccountsArea } from '#server/features/accounts/index.ts'
import { createFailedClaims } from '#server/features/admission/seat-acceptance/failed-claims.ts'
import { createSeatReminders } from '#server/features/admission/seat-acceptance/reminders.ts'
import { createSeatAcceptance } from '#server/features/admission/seat-acceptance/service.ts'
import { seatAcceptanceStore } from '#server/features/admission/seat-acceptance/store.ts'
import { createSeatCalls } from '#server/features/admission/seat-calls/service.ts'
import { seatCallsStore } from '#server/features/admission/seat-calls/store.ts'
import { createSelfVerification } from '#server/features/admission/self-verification/service.ts'
import { selfVerificationStore } from '#server/features/admission/self-verification/store.ts'
import type { Base } from '#server/features/base.ts'
import { createPapers } from '#server/features/merit/merit-pages/papers.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import { createSeatsAtRisk } from '#server/features/scrutiny/certificates/seats-at-risk.ts'
import type { AllotmentDeps } from '#server/features/seats/allotment/deps.ts'
import { createAllotment } from '#server/features/seats/allotment/desk.ts'
import { createEngine } from '#server/features/seats/allotment/engine.ts'
import { mockStore } from '#server/features/seats/allotment/mock-store.ts'
import { createResults } from '#server/features/seats/allotment/published.ts'
import { resultsStore } from '#server/features/seats/allotment/published-store.ts'
import { reviewStore } from '#server/features/seats/allotment/review-store.ts'
import { allotmentStore } from '#server/features/seats/allotment/store.ts'
import { zoneStore } from '#server/features/seats/allotment/zone-store.ts'
import { createZones } from '#server/features/seats/allotment/zones.ts'
import { createJkSeats } from '#server/features/seats/jk-seats/desk.ts'
import { createJkSeat } from '#server/features/seats/jk-seats/published.ts'
import { jkSeatsStore } from '#server/features/seats/jk-seats/store.ts'
import { createNonCap } from '#server/features/seats/non-cap/service.ts'
import { nonCapStore } from '#server/features/seats/non-cap/store.ts'
import type { OptionFormDeps } from '#server/features/seats/option-form/deps.ts'
import { createOptionForm } from '#server/features/seats/option-form/service.ts'
import { optionFormStore } from '#server/features/seats/option-form/store.ts'
import { createPastSeasons } from '#server/features/seats/past-seasons/service.ts'
import { pastSeasonsStore } from '#server/features/seats/past-seasons/store.ts'
import { createSeatAttestation } from '#server/features/seats/seat-matrix/attestation.ts'
import { createSeatMatrix } from '#server/features/seats/seat-matrix/desk.ts'
import { createPublishedSeats } from '#server/features/seats/seat-matrix/published.ts'
import { seatMatrixStore } from '#server/features/seats/seat-matrix/store.ts'
import { createVacancies } from '#server/features/seats/vacancies/service.ts'
import { vacanciesStore } from '#server/features/seats/vacancies/store.ts'
import type { CandidateWing } from './candidate'

/** What the allotment needs of reporting, which is put together after it. */
type Later = Pick<AllotmentDeps, 'unsignedDays'>

/** The seats, and who wants them. `entry`: how a candidate enters a round. */
function openSeats(
  ground: Base,
  mail: MessagesArea,
  people: AccountsArea,
  candidate: CandidateWing,
  { entry }: Pick<OptionFormDeps, 'entry'>,
) {
  const { clock, course, db, audit, editing, notices, releases, publicChanged } = ground
  const { messages } = mail
  const { accounts } = people
  const { application } = candidate
  const seatRows = seatMatrixStore(db)
  const seats = createPublishedSeats({ store: seatRows })
  const seatMatrix = createSeatMatrix({
    ...editing,
    store: seatRows,
    releases,
    tellOffice: messages.tellOffice,
    withoutSeatTypes: course.form.withoutSeatTypes,
    portal: course.form,
  })
  const seatAttestation = createSeatAttestation({ ...editing, store: seatRows })
  const optionForm = createOptionForm({
    db,
    store: optionFormStore(db),
    clock,
    course,
    entry,
    answers: application.answers,
    activity: notices.activity,
    proveStepUp: accounts.proveStepUp,
    tell: messages.tell,
    isWaiting: messages.isWaiting,
  })
  const nonCap = createNonCap({
    db,
    store: nonCapStore(db),
    clock,
    courses: () => seats.inForce()?.courses ?? [],
    activity: notices.activity,
    facts: (candidateId) => application.standing(candidateId).facts,
    record: audit.record,
  })
  const jkSeatRows = jkSeatsStore(db)
  const jkSeat = createJkSeat({ store: jkSeatRows })
  const jkSeats = createJkSeats({
    db,
    releases,
    store: jkSeatRows,
    clock,
    tell: messages.tell,
    record: audit.record,
  })
  const pastSeasons = createPastSeasons({ db, store: pastSeasonsStore(db), course, onChanged: publicChanged })
  return { seats, seatMatrix, seatAttestation, optionForm, nonCap, jkSeat, jkSeats, pastSeasons }
}

/** The allotment of the seats, and what candidates do with theirs. */
function openAllotment(
  ground: Base,
  mail: MessagesArea,
  people: AccountsArea,
  candidate: CandidateWing,
  presses: Presses,
  { unsignedDays }: Later,
) {
  const { clock, course, folder, db, log, audit, notices, releases, publicChanged } = ground
  const { messages } = mail
  const { accounts } = people
  const { application } = candidate
  const { issuer, publicPress, listPress } = presses
  const seatRows = seatAcceptanceStore(db)
  const seatAcceptance = createSeatAcceptance({
    db,
    store: seatRows,
    clock,
    course,
    activity: notices.activity,
    proveStepUp: accounts.proveStepUp,
    tell: messages.tell,
    record: audit.record,
  })
  const seatReminders = createSeatReminders({
    db,
    store: seatRows,
    clock,
    owed: seatAcceptance.owed,
    aheadInWords: seatAcceptance.aheadInWords,
    deadlinesOf: seatAcceptance.deadlinesOf,
    tell: messages.tell,
    isWaiting: messages.isWaiting,
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
  const engine = createEngine(log)
  const dossiers = createDossiers(path.join(folder, 'dossiers'))
  const zones = createZones({ store: zoneStore(db), dossiers, engine, course })
  const seatsAtRisk = createSeatsAtRisk({
    store: ground.certificateRows,
    clock,
    course,
    forms: application.forms,
    answers: application.answers,
    missing: candidate.certificates.missing,
    foretell: failedClaims.foretell,
    zoneOf: async (candidateId, round, answers) =>
      zones.named(
        await zones.of({
          runId: seatAcceptance.runThatGave(candidateId, round),
          corrected: { candidateId, answers },
        }),
      ),
    record: audit.record,
  })
  const selfVerification = createSelfVerification({
    db,
    store: selfVerificationStore(db),
    clock,
    course,
    accounts,
    application,
    documents: candidate.documents,
    grievances: candidate.grievances,
    seats: seatAcceptance,
    zones,
    tell: messages.tell,
    record: audit.record,
  })
  const allotment = createAllotment({
    db,
    releases,
    store: allotmentStore(db),
    mocks: mockStore(db),
    reviews: reviewStore(db),
    clock,
    course,
    engine,
    dossiers,
    concerns: ground.releaseConcerns.beforeRun,
    activity: notices.activity,
    keptSeats: seatAcceptance.keptFor,
    nextInWords: seatAcceptance.nextInWords,
    nextRoundInWords: seatAcceptance.nextRoundInWords,
    unsignedDays,
    tell: messages.tell,
    isWaiting: messages.isWaiting,
    record: audit.record,
    onPublished: publicChanged,
  })
  const results = createResults({
    store: resultsStore(db),
    course,
    activity: notices.activity,
    now: clock.portal,
    answersAt: application.answersAt,
    openDossier: dossiers.read,
    arePublicDossiers: ground.config.arePublicDossiers,
    papers: createPapers(path.join(folder, 'allotment-lists'), clock.real, log),
    print: (list, rows, write) => listPress.print(allotmentList(list, issuer), rows, write),
    printInstitute: async (sheet, network) =>
      bytesOrNull(
        await publicPress.print(instituteAllotment({ ...sheet, printedAt: clock.portal() }, issuer), network),
      ),
  })
  const vacancies = createVacancies({
    store: vacanciesStore(db),
    clock,
    keptAt: seatAcceptance.keptAt,
    onChanged: publicChanged,
  })
  return {
    seatAcceptance,
    seatReminders,
    seatCalls,
    failedClaims,
    seatsAtRisk,
    selfVerification,
    zones,
    allotment,
    results,
    vacancies,
  }
}

const bytesOrNull = (printed: Printed) => (printed instanceof Uint8Array ? printed : null)

/** Seats: from the seat matrix to the results of a round. */
export function createSeatsWing(
  ground: Base,
  mail: MessagesArea,
  people: AccountsArea,
  candidate: CandidateWing,
  presses: Presses,
  later: Later,
) {
  const allotted = openAllotment(ground, mail, people, candidate, presses, later)
  const { entry } = allotted.seatAcceptance
  return { ...openSeats(ground, mail, people, candidate, { entry }), ...allotted }
}

export type SeatsWing = ReturnType<typeof createSeatsWing>
