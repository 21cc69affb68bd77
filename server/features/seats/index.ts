import path from 'node:path'
import { backgroundThread } from '#server/adapters/background-thread.ts'
import { createDossiers, type Dossiers } from '#server/adapters/dossiers.ts'
import { createPapers } from '#server/adapters/papers.ts'
import { allotmentList } from '#server/documents/allotment-list.ts'
import { instituteAllotment } from '#server/documents/institute-allotment.ts'
import type { Printed } from '#server/documents/press.ts'
import type { Presses } from '#server/documents/presses.ts'
import type { AccountsArea } from '#server/features/accounts/index.ts'
import type { SeatActs } from '#server/features/admission/index.ts'
import type { Base } from '#server/features/base.ts'
import type { CandidateArea } from '#server/features/candidate-area.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import { createLinkTokens } from '#server/http/link-tokens.ts'
import type { AllotmentDeps } from './allotment/deps'
import { createAllotment } from './allotment/desk'
import { createEngine } from './allotment/engine'
import { mockStore } from './allotment/mock-store'
import { createResults } from './allotment/published'
import { resultsStore } from './allotment/published-store'
import { reviewStore } from './allotment/review-store'
import { type AllotmentStore, allotmentStore } from './allotment/store'
import { zoneStore } from './allotment/zone-store'
import { createZones } from './allotment/zones'
import { createJkSeats } from './jk-seats/desk'
import { createJkSeat } from './jk-seats/published'
import { jkSeatsStore } from './jk-seats/store'
import { createNonCap } from './non-cap/service'
import { nonCapStore } from './non-cap/store'
import { createOptionForm } from './option-form/service'
import { optionFormStore } from './option-form/store'
import { createPastSeasons } from './past-seasons/service'
import { pastSeasonsStore } from './past-seasons/store'
import { createRehearsal } from './rehearsal/service'
import { rehearsalStore } from './rehearsal/store'
import { createRollCall, type RollCall } from './roll-call/service'
import { rollCallStore } from './roll-call/store'
import { createSeatAttestation } from './seat-matrix/attestation'
import { createSeatMatrix } from './seat-matrix/desk'
import { createPublishedSeats } from './seat-matrix/published'
import { seatMatrixStore } from './seat-matrix/store'
import { createVacancies } from './vacancies/service'
import { vacanciesStore } from './vacancies/store'

/** What the allotment needs of reporting, which is put together after it. */
type Later = Pick<AllotmentDeps, 'unsignedDays'>

/** Who is still in before a round. `entry`: how a candidate enters it. */
const composeRollCall = (
  { db, config, clock, course, notices, linkBase, audit }: Base,
  entry: SeatActs['seatAcceptance']['entry'],
): RollCall =>
  createRollCall({
    db,
    store: rollCallStore(db),
    clock,
    course,
    tokens: createLinkTokens(config, course.slug, 'roll-call links'),
    entry,
    activity: notices.activity,
    linkBase,
    record: audit.record,
  })

/** The seats, and who wants them. `entry`: how a candidate enters a round. */
function composeMatrix(
  base: Base,
  { messages }: MessagesArea,
  { accounts }: AccountsArea,
  { application }: CandidateArea,
  { entry }: SeatActs['seatAcceptance'],
) {
  const { clock, course, db, audit, editing, notices, releases, publicChanged, whenPublicChanges } = base
  const seatRows = seatMatrixStore(db)
  const seats = createPublishedSeats({ store: seatRows, course })
  const seatMatrix = createSeatMatrix({
    ...editing,
    store: seatRows,
    releases,
    tellOffice: messages.tellOffice,
    withoutSeatTypes: course.form.withoutSeatTypes,
    portal: course.form,
  })
  const seatAttestation = createSeatAttestation({ ...editing, store: seatRows })
  const rollCall = composeRollCall(base, entry)
  const optionForm = createOptionForm({
    db,
    store: optionFormStore(db),
    clock,
    course,
    entry,
    answers: application.answers,
    activity: notices.activity,
    withStepUp: accounts.withStepUp,
    tell: messages.tell,
    onConfirmed: rollCall.comeBack,
  })
  const nonCap = createNonCap({
    db,
    store: nonCapStore(db),
    clock,
    seats,
    activity: notices.activity,
    application,
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
  const pastSeasons = createPastSeasons({
    db,
    store: pastSeasonsStore(db),
    course,
    onChanged: publicChanged,
    whenChanged: whenPublicChanges,
  })
  return { seats, seatMatrix, seatAttestation, optionForm, rollCall, nonCap, jkSeat, jkSeats, pastSeasons }
}

/** Last season under other rules. */
function composeRehearsal(
  { db, clock, course, log, releases, audit }: Base,
  { standingsAfter }: SeatActs['seatAcceptance'],
  dossiers: Dossiers,
  { seats }: AllotmentStore,
) {
  return createRehearsal({
    db,
    store: rehearsalStore(db),
    clock,
    course,
    log,
    backgroundThread,
    preparations: releases.preparations,
    dossiers,
    seats,
    standingsAfter,
    record: audit.record,
  })
}

/** The allotment of the seats, and its results. */
function composeAllotment(
  base: Base,
  { messages }: MessagesArea,
  { application }: CandidateArea,
  { issuer, publicPress, listPress }: Presses,
  { seatAcceptance }: SeatActs,
  { unsignedDays }: Later,
  { isReleased, releasedFor }: RollCall,
) {
  const { clock, course, folder, db, log, audit, notices, releases, publicChanged } = base
  const engine = createEngine({ log, backgroundThread })
  const dossiers = createDossiers(path.join(folder, 'dossiers'))
  const allotmentRows = allotmentStore(db)
  const zones = createZones({ store: zoneStore(db), dossiers, engine, course })
  const allotment = createAllotment({
    db,
    releases,
    store: allotmentRows,
    mocks: mockStore(db),
    reviews: reviewStore(db),
    clock,
    course,
    engine,
    dossiers,
    concerns: base.releaseConcerns.beforeRun,
    activity: notices.activity,
    keptSeats: seatAcceptance.keptFor,
    releasedFor,
    isReleased,
    nextInWords: seatAcceptance.nextInWords,
    nextRoundInWords: seatAcceptance.nextRoundInWords,
    unsignedDays,
    tell: messages.tell,
    isWaiting: messages.isWaiting,
    record: audit.record,
    onPublished: publicChanged,
  })
  const results = createResults({
    store: resultsStore(db, course),
    course,
    activity: notices.activity,
    now: clock.portal,
    isReleased,
    answersAt: application.answersAt,
    openDossier: dossiers.read,
    arePublicDossiers: base.config.arePublicDossiers,
    papers: createPapers(path.join(folder, 'allotment-lists'), clock.real, log),
    print: (list, rows, write) => {
      const entry = base.publicLog.entryOfRound(list.round)
      return listPress.print(allotmentList({ ...list, entry }, issuer), rows, write)
    },
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
  const rehearsal = composeRehearsal(base, seatAcceptance, dossiers, allotmentRows)
  return { zones, allotment, results, vacancies, rehearsal }
}

const bytesOrNull = (printed: Printed) => (printed instanceof Uint8Array ? printed : null)

/** Seats: from the seat matrix to the results of a round. */
export function composeSeats(
  base: Base,
  mail: MessagesArea,
  accounts: AccountsArea,
  candidate: CandidateArea,
  presses: Presses,
  acts: SeatActs,
  later: Later,
) {
  const matrix = composeMatrix(base, mail, accounts, candidate, acts.seatAcceptance)
  return { ...matrix, ...composeAllotment(base, mail, candidate, presses, acts, later, matrix.rollCall) }
}

export type SeatsArea = ReturnType<typeof composeSeats>
