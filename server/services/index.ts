import type { RouteParams } from '#server/domain/terms/routes.ts'
import type { SessionActor } from '#server/features/accounts/accounts/store.ts'
import { createSpecialClocks } from '#server/features/admission/special-clocks/service.ts'
import { specialClocksStore } from '#server/features/admission/special-clocks/store.ts'
import { createDeskLists } from '#server/features/desk/desk-lists/service.ts'
import { deskListsStore } from '#server/features/desk/desk-lists/store.ts'
import type { StaffActor } from '#server/features/desk/staff/deps.ts'
import { createWaiting } from '#server/features/desk/waiting/service.ts'
import { waitingStore } from '#server/features/desk/waiting/store.ts'
import type { PageContext } from '#server/http/page.ts'
import { type Outage, outageOf } from '#server/kernel/outage.ts'
import { minutes } from '#server/kernel/time.ts'

import { createAdmissionWing } from './admission'
import { createCandidateWing } from './candidate'
import { createDeskWing } from './desk'
import { type Ground, openGround, type ServicesDeps } from './ground'
import { openImports } from './imports'
import { createMeritWing } from './merit'
import { createMessagesWing } from './messages'
import { openNextActs } from './next-acts'
import { openPresses } from './presses'
import { createPrintWing } from './print'
import { createPrivacyWing } from './privacy'
import { createSeatsWing } from './seats'
import { createSetUpWing } from './set-up'

/** The composition root of one portal: the only place that knows the features together. It wires them and decides nothing. */
export function createServices(deps: ServicesDeps) {
  const ground = openGround(deps)
  const presses = openPresses(ground)
  const mail = createMessagesWing(ground, {
    segmentFacts: () => ({
      owesFee: (candidateId) =>
        candidate.payments.conversion({ candidateId }).due !== null ||
        candidate.payments.dues({ candidateId }).due?.due === 'application-fee',
      owing: (candidateIds) => seats.seatAcceptance.owedBy(candidateIds),
      roundOfOptions: () => seats.optionForm.openRound(ground.clock.portal()),
      takesPart: (candidateId, round) => seats.seatAcceptance.entry(candidateId, round).kind === 'takes-part',
    }),
  })
  const candidate = createCandidateWing(ground, mail, {
    onSubmitted(candidateId): void {
      desk.scrutiny.assign(candidateId)
      desk.centres.releaseOther(candidateId)
    },
    seat: {
      mayPay: (candidateId, at) => seats.seatAcceptance.mayPay(candidateId, at),
      feeUse: (candidateId, begunAt) => seats.seatAcceptance.feeUse(candidateId, begunAt),
      onPaid: (candidateId, fee) => seats.seatAcceptance.paid(candidateId, fee),
    },
    nextInWords: (candidateId, language) => nextActs.inWords({ candidateId }, language) ?? '',
    seatStanding: (candidateId, rounds) => seats.seatAcceptance.standing(candidateId, rounds),
    verification: {
      uphold: (candidateId, grievanceId) => seats.selfVerification.uphold(candidateId, grievanceId),
      refuse: (candidateId, answer) => seats.selfVerification.refused(candidateId, answer),
    },
    convertToOpen: (candidateId, ifMissed) => seats.failedClaims.convertToOpen(candidateId, ifMissed),
    isRunInHand: () => seats.seatAcceptance.isRunInHand(),
    mayCancel: (candidateId) => admission.cancellation.may(candidateId, ground.clock.portal()).ok,
  })
  const merit = createMeritWing(ground, mail, presses)
  const seats = createSeatsWing(ground, mail, candidate, presses, {
    unsignedDays: (round) => admission.reporting.unsigned(round).length,
  })
  const desk = createDeskWing(ground, mail, candidate, seats)
  const admission = createAdmissionWing(ground, mail, candidate, desk, seats, presses)
  const imports = openImports(ground, desk, seats)
  const setUp = createSetUpWing(ground, mail, candidate)
  const print = createPrintWing(ground, presses, { candidate, desk, merit, seats, admission })
  const nextActs = openNextActs(ground, candidate, seats)
  const personal = createPrivacyWing(ground, mail, candidate, merit, seats, presses)

  const specialClocks = createSpecialClocks({
    store: specialClocksStore(ground.db),
    clock: ground.clock,
    clocksOf: seats.seatAcceptance.clocksOf,
  })

  const waiting = createWaiting({
    db: ground.db,
    store: waitingStore(ground.db),
    clock: ground.clock,
    sources: [
      ground.releases.waiting,
      personal.privacy.waiting,
      admission.reporting.waiting,
      admission.admissionReports.waiting,
      seats.seatAttestation.waiting,
      specialClocks.waiting,
    ],
    publications: [merit.meritLists.publications, seats.allotment.publications],
    activity: ground.notices.activity,
    tellCell: mail.messages.tellCell,
  })

  const deskLists = createDeskLists({
    db: ground.db,
    store: deskListsStore(ground.db),
    record: ground.audit.record,
    lists: {
      scrutiny: desk.scrutiny.list,
      certificates: candidate.certificates.list,
      grievances: candidate.grievances.list,
      settlements: candidate.settlement.lineList,
      refunds: candidate.settlement.refundList,
      'non-cap': seats.nonCap.list,
      'not-acted': seats.seatCalls.list,
      admitted: admission.reporting.admitted,
      returns: admission.cancellation.returns,
      cancellations: admission.cancellation.cancellations,
      duplicates: desk.duplicates.list,
      staff: desk.staff.accounts,
      audit: ground.audit.list,
      'data-requests': personal.privacy.requests.list,
      feedback: mail.inbox.feedbackList,
      'bulk-message': mail.bulkMessages.list,
      imports: imports.list,
      templates: mail.templates.list,
      orders: desk.orders.list,
      'help-desk': desk.helpDesk.list,
      notices: ground.notices.list,
      reporting: admission.reporting.candidates,
      'reporting-days': admission.reporting.instituteDays,
      approvals: admission.admissionReports.approvalsList,
    },
  })

  return {
    ...commonOf(ground),
    deskLists,
    waiting,
    specialClocks,
    ...mail,
    ...candidate,
    ...desk,
    ...merit,
    ...seats,
    ...admission,
    imports,
    ...personal,
    ...print,
    nextActs,
    ...setUp,
    ...apiDocumentKeeper(),
    async close(): Promise<void> {
      ground.releases.closing()
      await merit.meritLists.close()
      await seats.allotment.close()
      await seats.seatCalls.close()
      await ground.releases.settled()
      await mail.housekeeping.close()
      await mail.messages.close()
      await merit.meritPages.close()
      await seats.results.close()
      await candidate.documents.close()
      await presses.listPress.close()
      await presses.press.close()
      await presses.publicPress.close()
      for (const sender of new Set(Object.values(ground.senders))) sender.close?.()
      ground.db.close()
      ground.release()
    },
  }
}

/** What the portal, its jobs and its pages need of the ground. */
function commonOf(ground: Ground) {
  const { course, defaults, archive, db, folder, identity, clock, limits, content, settings, notices, directory } =
    ground
  const { scheduleDesk, serviceBanner, releases, audit, whenPublicChanges, publicUrl } = ground
  /** Writes one row through to the disk. Throws on a full disk, a read-only file or a stuck writer. */
  function isWritable(): boolean {
    limits.put('readiness', 1, clock.real() + minutes(1))
    return true
  }
  return {
    course,
    /** The profile and the season that the portal was created with. */
    defaults,
    archive,
    db,
    folder,
    identity,
    clock,
    limits,
    content,
    settings,
    notices,
    directory,
    scheduleDesk,
    serviceBanner,
    releases,
    audit,
    whenPublicChanges,
    /** The origin at which candidates reach the portal. */
    publicUrl,
    isWritable,
    isMigrated: (): boolean => db.isMigrated(),
    /** What fails around the portal now. */
    troubles: ground.troubles,
    /** Why nothing can be saved just now, found by a real write; null if it can. */
    savingFault(): Outage | null {
      try {
        isWritable()
        return null
      } catch (error) {
        const outage = outageOf(error)
        if (!outage) throw error
        return outage
      }
    },
  }
}

/** The OpenAPI document, which the API publishes once it is registered. */
function apiDocumentKeeper() {
  let apiDocument: (() => object) | null = null
  return {
    /** The OpenAPI document of this portal's API, for the page that shows it; null before the API is registered. */
    apiDocument: (): object | null => apiDocument?.() ?? null,
    publishApiDocument(read: () => object): void {
      apiDocument = read
    },
  }
}

export type Services = ReturnType<typeof createServices>

/**
 * The context of `page.server.ts` files, by the guard of their route: on a public page the actor may be null, on a
 * candidate's page and on a page of the desk never. `Route`: the page's own route, where it has parameters.
 */
export type Page<Route extends string = ''> = PageContext<Services, SessionActor | null, RouteParams<Route>>
export type CandidatePage<Route extends string = ''> = PageContext<Services, SessionActor, RouteParams<Route>>
export type DeskPage<Route extends string = ''> = PageContext<Services, StaffActor, RouteParams<Route>>
/** The context of the logins of the desk. */
export type DeskDoor<Route extends string = ''> = PageContext<Services, StaffActor | null, RouteParams<Route>>
