import { openPresses } from '#server/documents/presses.ts'
import { isHeld } from '#server/domain/admission/offer.ts'
import { takesPart } from '#server/domain/terms/cap-rounds.ts'
import type { RouteParams } from '#server/domain/terms/routes.ts'
import type { PageContext } from '#server/http/page.ts'
import { type Outage, outageOf } from '#server/kernel/outage.ts'
import { minutes } from '#server/kernel/time.ts'
import type { SessionActor } from './accounts/accounts/store'
import { composeAccounts } from './accounts/index'
import { composeAdmission, composeSeatActs } from './admission/index'
import { summaryOf } from './application/application/summary'
import { composeApplication } from './application/index'
import { type Base, openBase } from './base'
import { composeCellFiles, composeSetUp } from './content/index'
import { composeDesk } from './desk/index'
import type { StaffActor } from './desk/staff/deps'
import { composeMerit } from './merit/index'
import { composeMessages } from './messages/index'
import { composeMoney, openGateway } from './money/index'
import type { ServicesDeps } from './open-portal'
import { composeOperations } from './operations/index'
import { openPrints } from './print'
import { composePrivacy } from './privacy/index'
import { composeClaims, composeScrutiny } from './scrutiny/index'
import { createOrdersInForce } from './scrutiny/orders/published'
import { composeSeats } from './seats/index'

/**
 * The composition of all areas of one portal: the only place that knows them together. It wires them and decides nothing.
 * An area is handed what those before it have made, and functions for what it asks of those after it: `seats` and the
 * like below. They run only when a request or a job calls them, once every area is there.
 * Long: one call for each area, with what it is handed.
 */
export function createServices(deps: ServicesDeps) {
  const base = openBase(deps, {
    tellOfOrder: ({ round, ...by }, { en, mr }) =>
      messages.bulkMessages.tellMany(by, round === null ? null : 'in-play', {
        title: { en: en.title, mr: mr.title },
        body: { en: en.body, mr: mr.body },
        sms: { en: en.sms, mr: mr.sms },
      }),
  })
  const { clock, config, course, linkBase, log } = base
  const presses = openPresses({ course, isDemo: config.mode === 'demo', log, linkBase })

  const messages = composeMessages(base, {
    segmentFacts: () => ({
      owesFee: (candidateId) =>
        money.payments.conversion(candidateId).due !== null ||
        money.payments.dues(candidateId).due?.due === 'application-fee',
      owing: (candidateIds) => seats.seatAcceptance.owedBy(candidateIds),
      roundOfOptions: () => seats.optionForm.openRound(clock.portal()),
      takesPart: (candidateId, round) => seats.seatAcceptance.entry(candidateId, round).kind === 'takes-part',
      isInPlay: (candidateId) =>
        takesPart(seats.seatAcceptance.entry(candidateId, (seats.seatAcceptance.newestRound() ?? 0) + 1).kind),
    }),
    reminderSources: () => ({
      form: form.application.reminders,
      appointment: scrutiny.centres.reminders,
      grievance: claims.grievances.reminders,
      certificates: claims.certificates.reminders,
      options: seats.optionForm.reminders,
      'roll-call': seats.rollCall.reminders,
      seat: seats.seatReminders,
      return: admission.cancellation.reminders,
    }),
  })
  const operations = composeOperations(base, messages)
  const mail = { ...messages, ...operations }
  const ordersInForce = createOrdersInForce({ store: base.orderRows, clock })
  const accounts = composeAccounts(base, messages, ordersInForce, {
    summaryOf: (candidateId, language) =>
      summaryOf(form.application.standing(candidateId), form.application.isConfirmedOutside(candidateId), language),
  })
  const gateway = openGateway(base)
  const form = composeApplication(base, messages, operations, accounts, gateway.feesOf, {
    onSubmitted(candidateId): void {
      scrutiny.scrutiny.assign(candidateId)
      scrutiny.centres.releaseOther(candidateId)
    },
    receiptsTooLate: (candidateId, at, answers) => claims.certificates.receiptsTooLate(candidateId, at, answers),
    seatStanding: (candidateId, rounds) => seats.seatAcceptance.standing(candidateId, rounds),
    mayCancel: (candidateId) => admission.cancellation.may(candidateId, clock.portal()).ok,
    isFileKnown: (hash) => claims.certificates.isKnown(hash) || claims.grievances.isKnown(hash),
  })
  const money = composeMoney(base, messages, gateway, form, {
    seatAcceptance: {
      mayPay: (candidateId, at) => seats.seatAcceptance.mayPay(candidateId, at),
      feeUse: (candidateId, begunAt) => seats.seatAcceptance.feeUse(candidateId, begunAt),
      payTime: (candidateId, begunAt) => seats.seatAcceptance.payTime(candidateId, begunAt),
      paid: (candidateId, fee) => seats.seatAcceptance.paid(candidateId, fee),
      isHeld(candidateId) {
        const seat = seats.seatAcceptance.current(candidateId)
        return seat !== null && isHeld(seat.state)
      },
    },
    nextInWords: (candidateId, language) => admission.nextActs.inWordsAfterPayment({ candidateId }, language) ?? '',
  })
  const claims = composeClaims(base, messages, accounts, form, {
    failedClaims: {
      convertToOpen: (candidateId, ifMissed) => seats.failedClaims.convertToOpen(candidateId, ifMissed),
    },
    seatAcceptance: { isRunInHand: () => seats.seatAcceptance.isRunInHand() },
    verification: {
      uphold: (candidateId, grievanceId) => admission.selfVerification.uphold(candidateId, grievanceId),
      refused: (candidateId, answer) => admission.selfVerification.refused(candidateId, answer),
      saidIn: (candidateId, grievanceId, language) =>
        admission.selfVerification.saidIn(candidateId, grievanceId, language),
    },
  })
  const cellFiles = composeCellFiles(base, form)
  const candidate = { ...gateway, ...form, ...money, ...claims }
  const merit = composeMerit(base, messages, presses)
  const seatActs = composeSeatActs(base, messages, accounts, candidate)
  const rounds = composeSeats(base, messages, accounts, candidate, presses, seatActs, {
    unsignedDays: (round) => admission.reporting.unsigned(round).length,
  })
  const seats = { ...seatActs, ...rounds }
  const scrutiny = composeScrutiny(base, messages, accounts, candidate, seats)
  const admission = composeAdmission(base, messages, accounts, candidate, scrutiny, seats, presses)
  const privacy = composePrivacy(base, messages, accounts, candidate, merit, seats, presses)
  const setUp = composeSetUp(base, messages, operations, gateway.gateway)
  const areas = {
    ...mail,
    ...accounts,
    ...candidate,
    ...cellFiles,
    ...merit,
    ...seats,
    ...scrutiny,
    ...admission,
    ...privacy,
    ...setUp,
    presses,
  }
  const desk = composeDesk(base, areas)

  return {
    ...commonOf(base),
    ...mail,
    ...accounts,
    ...candidate,
    ...cellFiles,
    ...merit,
    ...seats,
    ...scrutiny,
    ...admission,
    ...privacy,
    ...desk,
    ...openPrints(base, areas),
    ...setUp,
    ...apiDocumentKeeper(),
    async close(): Promise<void> {
      base.releases.closing()
      await merit.meritLists.close()
      await seats.allotment.close()
      await seats.rehearsal.close()
      await seats.seatCalls.close()
      await base.releases.settled()
      await operations.housekeeping.close()
      await messages.messages.close()
      await merit.meritPages.close()
      await seats.results.close()
      await form.documents.close()
      await presses.listPress.close()
      await presses.press.close()
      await presses.publicPress.close()
      for (const sender of new Set(Object.values(base.senders))) sender.close?.()
      base.db.close()
      base.release()
    },
  }
}

/** What the portal, its jobs and its pages need of what every area is built on. */
function commonOf(base: Base) {
  const { course, defaults, archive, db, folder, identity, clock, limits, content, settings, notices, directory } = base
  const { scheduleDesk, serviceBanner, releases, audit, whenPublicChanges, publicUrl } = base
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
    publicLog: base.publicLog,
    witnesses: base.witnesses,
    whenPublicChanges,
    /** The origin at which candidates reach the portal. */
    publicUrl,
    isWritable,
    isMigrated: (): boolean => db.isMigrated(),
    /** What fails around the portal now. */
    troubles: base.troubles,
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
