import { candidatePlace } from '#server/domain/desk/candidate-place.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Place } from '#server/domain/terms/staff.ts'
import { createHelpDesk } from '#server/features/desk/help-desk/service.ts'
import { helpDeskStore } from '#server/features/desk/help-desk/store.ts'
import { createOverview } from '#server/features/desk/overview/service.ts'
import { overviewStore } from '#server/features/desk/overview/store.ts'
import { createStaff } from '#server/features/desk/staff/service.ts'
import { staffStore } from '#server/features/desk/staff/store.ts'
import { createCentres } from '#server/features/scrutiny/centres/service.ts'
import { centresStore } from '#server/features/scrutiny/centres/store.ts'
import { createDuplicates } from '#server/features/scrutiny/duplicates/service.ts'
import { duplicatesStore } from '#server/features/scrutiny/duplicates/store.ts'
import { createOrders } from '#server/features/scrutiny/orders/desk.ts'
import { ordersStore } from '#server/features/scrutiny/orders/store.ts'
import { createScrutiny } from '#server/features/scrutiny/scrutiny/service.ts'
import { scrutinyStore } from '#server/features/scrutiny/scrutiny/store.ts'
import { teamStore } from '#server/features/scrutiny/scrutiny/team-store.ts'
import { createSeal } from '#server/http/seal.ts'
import type { CandidateWing } from './candidate'
import type { Ground } from './ground'
import type { MessagesWing } from './messages'
import type { SeatsWing } from './seats'

/** Where forms are checked: by officers online, and at the centres. */
function openScrutiny(
  ground: Ground,
  mail: MessagesWing,
  candidate: CandidateWing,
  { failedClaims }: Pick<SeatsWing, 'failedClaims'>,
) {
  const { clock, course, db, audit, notices, directory } = ground
  const { messages } = mail
  const { accounts, feesOf, application, documents } = candidate
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

/** The people of the desk, and what they do for candidates and the cell. */
function openDesk(
  ground: Ground,
  mail: MessagesWing,
  candidate: CandidateWing,
  { seatAcceptance, seatMatrix, seats, vacancies, zones }: SeatsWing,
  { scrutiny, centres }: ReturnType<typeof openScrutiny>,
) {
  const { config, clock, course, db, limits, audit, notices, directory, releases, passwords } = ground
  const { messages, bulkMessages } = mail
  const { accounts, application } = candidate
  const staff = createStaff({
    db,
    releases,
    store: staffStore(db),
    clock,
    limits,
    passwords,
    seal: createSeal<string>(config, course.slug, 'second factors of staff'),
    record: audit.record,
    centre: directory.centre,
    course,
    isInstitute: seatMatrix.isInstitute,
    onLeft(staffId, by): void {
      scrutiny.releaseHeldBy(staffId, auditActor(by))
      scrutiny.passOnFrom(staffId, auditActor(by))
    },
    onAttack: () => messages.tellCell('staff-login-alarm', () => ({})),
    isTotpRequired: config.mode === 'live',
  })
  const orders = createOrders({
    db,
    store: ordersStore(db),
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
  const overview = createOverview({ store: overviewStore(db), clock, record: audit.record })
  const duplicates = createDuplicates({
    db,
    store: duplicatesStore(db),
    clock,
    record: audit.record,
  })
  const helpDesk = createHelpDesk({
    db,
    releases,
    store: helpDeskStore(db),
    clock,
    limits,
    record: audit.record,
    resend: messages.resend,
    isLoginSlowed: accounts.isLoginSlowed,
    unlockLogin: accounts.unlockLogin,
    place: ({ id, district }): Place => candidatePlace(district, centres.centreOf(id)),
    isRestricted: ground.privacyRows.isClosed,
    replaceMobile: accounts.replaceMobile,
    isMobileTaken: accounts.isMobileInUse,
    tell: messages.tell,
  })
  return { staff, orders, overview, duplicates, helpDesk }
}

/** What the staff do. */
export function createDeskWing(ground: Ground, mail: MessagesWing, candidate: CandidateWing, seats: SeatsWing) {
  const checks = openScrutiny(ground, mail, candidate, seats)
  return { ...checks, ...openDesk(ground, mail, candidate, seats, checks) }
}

export type DeskWing = ReturnType<typeof createDeskWing>
