import { roundActivity } from '#server/domain/terms/cap-rounds.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { AccountsArea } from '../accounts/index'
import type { SeatActs } from '../admission/index'
import type { ApplicationArea } from '../application/index'
import type { Base } from '../base'
import type { CandidateArea } from '../candidate-area'
import type { MessagesArea } from '../messages/index'
import type { SeatsArea } from '../seats/index'
import { createCentres } from './centres/service'
import { centresStore } from './centres/store'
import type { CertificatesDeps } from './certificates/deps'
import { createSeatsAtRisk } from './certificates/seats-at-risk'
import { createCertificates } from './certificates/service'
import { createDuplicates } from './duplicates/service'
import { duplicatesStore } from './duplicates/store'
import type { GrievancesDeps } from './grievances/deps'
import { createGrievances } from './grievances/service'
import { grievancesStore } from './grievances/store'
import { createOrders } from './orders/service'
import { createReplies } from './replies/service'
import { repliesStore } from './replies/store'
import { createScrutiny } from './scrutiny/service'
import { createShownFacts } from './scrutiny/shown-facts'
import { scrutinyStore } from './scrutiny/store'
import { teamStore } from './scrutiny/team-store'
import { createDraw } from './second-readings/draw'
import { createSecondReadings } from './second-readings/service'
import { secondReadingsStore } from './second-readings/store'

/** What the seats, which are made later and read both, do for certificates and grievances. */
type Later = Pick<CertificatesDeps, 'failedClaims' | 'seatAcceptance'> & Pick<GrievancesDeps, 'verification'>

/** What candidates still prove or contest after they have submitted the form: certificates and grievances. */
export function composeClaims(
  { audit, certificateRows, clock, course, db, limits, notices }: Base,
  { messages }: MessagesArea,
  { ordersInForce }: AccountsArea,
  { application, documents, fileStorage }: ApplicationArea,
  { failedClaims, seatAcceptance, verification }: Later,
) {
  const certificates = createCertificates({
    db,
    store: certificateRows,
    clock,
    application,
    documents,
    failedClaims,
    seatAcceptance,
    course,
    activity: notices.activity,
    moreTime: ordersInForce.moreTime,
    longerTimes: ordersInForce.longerTimes,
    tell: messages.tell,
    record: audit.record,
  })
  const grievances = createGrievances({
    db,
    store: grievancesStore(db),
    clock,
    course,
    limits,
    activity: notices.activity,
    application,
    documents,
    files: fileStorage,
    shownFacts: createShownFacts({ application, documents }),
    verification,
    lastAdmission: () =>
      (notices.activity(roundActivity(course.rounds.length, 'reporting'))?.closesAt ?? null) as Instant | null,
    tell: messages.tell,
    record: audit.record,
  })
  const replies = createReplies({ db, store: repliesStore(db), clock, record: audit.record })
  return { certificates, grievances, replies }
}

export type ClaimsArea = ReturnType<typeof composeClaims>

/**
 * What the staff do with forms: online, at the centres, by order of the authority.
 * Long: one call for each feature, with what it is handed.
 */
export function composeScrutiny(
  { audit, certificateRows, clock, course, db, directory, notices, orderRows, releases, reportingRows }: Base,
  { messages, bulkMessages }: MessagesArea,
  { accounts }: AccountsArea,
  { application, certificates, documents, feesOf }: CandidateArea,
  { failedClaims, seatAcceptance, seats, vacancies, zones }: SeatActs & SeatsArea,
) {
  const { record } = audit
  const { tell } = messages
  const secondRows = secondReadingsStore(db)
  const draw = createDraw({ store: secondRows, clock, course, record })
  const scrutiny = createScrutiny({
    draw,
    db,
    store: scrutinyStore(db),
    team: teamStore(db),
    clock,
    course,
    application,
    documents,
    accounts,
    failedClaims,
    feesOf,
    record,
    newestAct: audit.newestOf,
  })
  const centres = createCentres({
    db,
    store: centresStore(db),
    clock,
    directory,
    activity: notices.activity,
    holidays: notices.holidays,
    application,
    documents,
    accounts,
    byFact: scrutiny.byFact,
    draw,
    tell,
    record,
  })
  const orders = createOrders({
    db,
    store: orderRows,
    clock,
    course,
    notices,
    application,
    bulkMessages,
    messages,
    releases,
    seatAcceptance,
    seats,
    vacancies,
    zones,
    withdrawnAdmission: reportingRows.withdrawnOf,
    withdrawAdmission: (candidateId, round, at) =>
      reportingRows.undoAdmission(reportingRows.admission(candidateId, round)!.id, at),
    directory,
    record,
  })
  const duplicates = createDuplicates({
    db,
    store: duplicatesStore(db),
    clock,
    record,
    shownFacts: scrutiny.shownFacts,
    documents,
  })
  const seatsAtRisk = createSeatsAtRisk({
    store: certificateRows,
    clock,
    course,
    forms: application.forms,
    answers: application.answers,
    missing: certificates.missing,
    foretell: failedClaims.foretell,
    async zoneOf(candidateId, round, answers) {
      const runId = seatAcceptance.runThatGave(candidateId, round)
      return zones.named(await zones.of({ runId, corrected: { candidateId, answers } }))
    },
    record,
  })
  const { byFact } = scrutiny
  const secondReadings = createSecondReadings({ db, store: secondRows, clock, byFact, documents, record })
  return { scrutiny, centres, orders, duplicates, seatsAtRisk, secondReadings }
}

export type ScrutinyArea = ReturnType<typeof composeScrutiny>
