import type { AccountsArea } from '#server/features/accounts/index.ts'
import type { SeatActs } from '#server/features/admission/index.ts'
import type { Base } from '#server/features/base.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import { createCentres } from '#server/features/scrutiny/centres/service.ts'
import { centresStore } from '#server/features/scrutiny/centres/store.ts'
import { createSeatsAtRisk } from '#server/features/scrutiny/certificates/seats-at-risk.ts'
import { createDuplicates } from '#server/features/scrutiny/duplicates/service.ts'
import { duplicatesStore } from '#server/features/scrutiny/duplicates/store.ts'
import { createOrders } from '#server/features/scrutiny/orders/desk.ts'
import { createScrutiny } from '#server/features/scrutiny/scrutiny/service.ts'
import { scrutinyStore } from '#server/features/scrutiny/scrutiny/store.ts'
import { teamStore } from '#server/features/scrutiny/scrutiny/team-store.ts'
import type { SeatsArea } from '#server/features/seats/index.ts'
import type { CandidateWing } from './candidate'

/** Where forms are checked: by officers online, and at the centres. */
function openScrutiny(
  base: Base,
  mail: MessagesArea,
  { accounts }: AccountsArea,
  candidate: CandidateWing,
  { failedClaims }: Pick<SeatActs, 'failedClaims'>,
) {
  const { clock, course, db, audit, notices, directory } = base
  const { messages } = mail
  const { feesOf, application, documents } = candidate
  const scrutiny = createScrutiny({
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
    record: audit.record,
  })
  const centres = createCentres({
    db,
    store: centresStore(db),
    clock,
    centres: directory.centres,
    centre: directory.centre,
    activity: notices.activity,
    tell: messages.tell,
    record: audit.record,
    application: {
      facts: (candidateId) => application.standing(candidateId).facts,
      windows: (candidateId) => application.windowsOf(candidateId),
      version: (candidateId) => application.versionsOf(candidateId)[0]?.number ?? 0,
      saveStep: (candidateId, step, change, at) => application.saveStep(candidateId, step, change, at),
      confirm: (candidateId) => application.confirm(candidateId, 'centre'),
      withdrawConfirmation: application.withdrawConfirmation,
    },
    putDocument: (candidateId, kind, files, at) => documents.put(candidateId, kind, files, at),
    otp: { send: accounts.requestAttendedOtp, check: accounts.checkAttendedOtp },
  })
  return { scrutiny, centres }
}

/** Orders of the authority, and suspected duplicates. */
function openOrders(
  base: Base,
  mail: MessagesArea,
  { application }: CandidateWing,
  { seatAcceptance, seats, vacancies, zones }: SeatActs & SeatsArea,
) {
  const { clock, course, db, audit, notices, releases } = base
  const { messages, bulkMessages } = mail
  const orders = createOrders({
    db,
    store: base.orderRows,
    clock,
    course,
    record: audit.record,
    schedule: notices.schedule,
    moveClosings: notices.moveClosings,
    facts: (candidateId) => application.standing(candidateId).facts,
    revert: (candidateId, toCorrect) => application.revert(candidateId, toCorrect, 'open-by-order'),
    exclude: application.exclude,
    readmit: application.readmit,
    countEverybody: bulkMessages.countEverybody,
    tellEverybody: bulkMessages.tellEverybody,
    releases,
    tell: messages.tell,
    send: messages.send,
    seats: seatAcceptance,
    zones,
    onSeatChanged(choiceCode): void {
      const course = seats.inForce()?.courses.find((one) => one.choiceCode === choiceCode)
      if (course) vacancies.recount(course.instituteCode)
    },
  })
  const duplicates = createDuplicates({
    db,
    store: duplicatesStore(db),
    clock,
    record: audit.record,
  })
  return { orders, duplicates }
}

/** The seats that their candidates lose unless certificates come. */
function openSeatsAtRisk(
  { certificateRows, clock, course, audit }: Base,
  { application, certificates }: CandidateWing,
  { failedClaims, seatAcceptance, zones }: SeatActs & SeatsArea,
) {
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
    record: audit.record,
  })
  return { seatsAtRisk }
}

/** What the staff do with forms. */
export function createScrutinyWing(
  base: Base,
  mail: MessagesArea,
  accounts: AccountsArea,
  candidate: CandidateWing,
  seats: SeatActs & SeatsArea,
) {
  return {
    ...openScrutiny(base, mail, accounts, candidate, seats),
    ...openOrders(base, mail, candidate, seats),
    ...openSeatsAtRisk(base, candidate, seats),
  }
}

export type ScrutinyWing = ReturnType<typeof createScrutinyWing>
