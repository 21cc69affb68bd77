import path from 'node:path'
import { createDossiers } from '../adapters/dossiers'
import { allotmentList } from '../documents/allotment-list'
import { instituteAllotment } from '../documents/institute-allotment'
import type { Printed } from '../documents/press'
import { isLastRound } from '../domain/seats/cap-rounds'
import type { AllotmentDeps } from '../features/allotment/deps'
import { createAllotment } from '../features/allotment/desk'
import { createEngine } from '../features/allotment/engine'
import { mockStore } from '../features/allotment/mock-store'
import { createResults } from '../features/allotment/published'
import { resultsStore } from '../features/allotment/published-store'
import { reviewStore } from '../features/allotment/review-store'
import { allotmentStore } from '../features/allotment/store'
import { zoneStore } from '../features/allotment/zone-store'
import { createZones } from '../features/allotment/zones'
import { createSeatsAtRisk } from '../features/certificates/seats-at-risk'
import { certificatesStore } from '../features/certificates/store'
import { createJkSeats } from '../features/jk-seats/desk'
import { createJkSeat } from '../features/jk-seats/published'
import { jkSeatsStore } from '../features/jk-seats/store'
import { createPapers } from '../features/merit-pages/papers'
import { createNonCap } from '../features/non-cap/service'
import { nonCapStore } from '../features/non-cap/store'
import type { OptionFormDeps } from '../features/option-form/deps'
import { createOptionForm } from '../features/option-form/service'
import { optionFormStore } from '../features/option-form/store'
import { createPastSeasons } from '../features/past-seasons/service'
import { pastSeasonsStore } from '../features/past-seasons/store'
import { releaseConcernsStore } from '../features/release/concerns-store'
import { createFailedClaims } from '../features/seat-acceptance/failed-claims'
import { createSeatReminders } from '../features/seat-acceptance/reminders'
import { createSeatAcceptance } from '../features/seat-acceptance/service'
import { seatAcceptanceStore } from '../features/seat-acceptance/store'
import { createSeatCalls } from '../features/seat-calls/service'
import { seatCallsStore } from '../features/seat-calls/store'
import { createSeatAttestation } from '../features/seat-matrix/attestation'
import { createSeatMatrix } from '../features/seat-matrix/desk'
import { createPublishedSeats } from '../features/seat-matrix/published'
import { seatMatrixStore } from '../features/seat-matrix/store'
import { createSelfVerification } from '../features/self-verification/service'
import { selfVerificationStore } from '../features/self-verification/store'
import { createVacancies } from '../features/vacancies/service'
import { vacanciesStore } from '../features/vacancies/store'
import type { CandidateWing } from './candidate'
import type { Ground } from './ground'
import type { MessagesWing } from './messages'
import type { Presses } from './presses'

/** What the allotment needs of reporting, which is put together after it. */
type Later = Pick<AllotmentDeps, 'unsignedDays'>

/** The seats, and who wants them. `entry`: how a candidate enters a round. */
function openSeats(
  ground: Ground,
  mail: MessagesWing,
  candidate: CandidateWing,
  { entry }: Pick<OptionFormDeps, 'entry'>,
) {
  const { clock, course, db, audit, editing, notices, releases, publicChanged } = ground
  const { messages } = mail
  const { accounts, application } = candidate
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
  ground: Ground,
  mail: MessagesWing,
  candidate: CandidateWing,
  presses: Presses,
  { unsignedDays }: Later,
) {
  const { clock, course, folder, db, log, audit, notices, releases, publicChanged } = ground
  const { messages } = mail
  const { accounts, application } = candidate
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
    isLastRound: (round) => isLastRound(course.rounds, round),
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
    store: certificatesStore(db),
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
    forms: application.forms,
    course,
    application: {
      answersAt: application.answersAt,
      answers: application.answers,
      fullName: (candidateId) => application.standing(candidateId).facts.fullName,
      rename: accounts.rename,
      correct: (candidateId, after) => void application.correct(candidateId, after),
    },
    seats: {
      find: (actor, round) => seatAcceptance.seat(actor, round)?.offer ?? null,
      mayVerify: seatAcceptance.mayVerify,
      actBy: (candidateId) => seatAcceptance.current({ candidateId })?.act?.by ?? null,
      end: (row) => seatAcceptance.end({ ...row, orderId: null }),
    },
    documents: (candidateId) => candidate.documents.held(candidateId).map(({ name }) => name),
    raise: candidate.grievances.raise,
    zoneOf: async ({ candidateId, round }, { answers }) => {
      const runId = seatAcceptance.runThatGave(candidateId, round)
      return zones.named(await zones.of({ runId, corrected: { candidateId, answers } }))
    },
    proveStepUp: accounts.proveStepUp,
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
    concerns: releaseConcernsStore(db).beforeRun,
    activity: notices.activity,
    keptSeats: seatAcceptance.keptFor,
    nextInWords: (candidateId, language) => seatAcceptance.nextInWords({ candidateId }, language),
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
  ground: Ground,
  mail: MessagesWing,
  candidate: CandidateWing,
  presses: Presses,
  later: Later,
) {
  const allotted = openAllotment(ground, mail, candidate, presses, later)
  const { entry } = allotted.seatAcceptance
  return { ...openSeats(ground, mail, candidate, { entry }), ...allotted }
}

export type SeatsWing = ReturnType<typeof createSeatsWing>
