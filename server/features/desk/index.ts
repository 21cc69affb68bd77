import type { Presses } from '#server/documents/presses.ts'
import { stageReportPaper, yieldPaper } from '#server/documents/stage-report.ts'
import { candidatePlace } from '#server/domain/desk/candidate-place.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { deskBase, href } from '#server/domain/terms/href.ts'
import type { Place } from '#server/domain/terms/staff.ts'
import type { AccountsArea } from '#server/features/accounts/index.ts'
import type { AdmissionArea, SeatActs } from '#server/features/admission/index.ts'
import type { Base } from '#server/features/base.ts'
import type { CandidateArea } from '#server/features/candidate-area.ts'
import type { SetUpArea } from '#server/features/content/index.ts'
import type { MeritArea } from '#server/features/merit/index.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import type { PrivacyArea } from '#server/features/privacy/index.ts'
import type { ScrutinyArea } from '#server/features/scrutiny/index.ts'
import type { SeatsArea } from '#server/features/seats/index.ts'
import { createSeal } from '#server/http/seal.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { languages } from '#server/kernel/languages.ts'
import { inPortalTime } from '#server/kernel/time.ts'
import { createDeskLists } from './desk-lists/service'
import { deskListsStore } from './desk-lists/store'
import { createHelpDesk } from './help-desk/service'
import { helpDeskStore } from './help-desk/store'
import { createImports } from './imports/service'
import { importsStore } from './imports/store'
import { createOverview } from './overview/service'
import { overviewStore } from './overview/store'
import { datesMeant, pagesFor, publicPagesFor } from './staff/pages'
import { createStaff } from './staff/service'
import { staffStore } from './staff/store'
import { createStageReport } from './stage-report/service'
import { stageReportStore } from './stage-report/store'
import { createWaiting } from './waiting/service'
import { waitingStore } from './waiting/store'

type Areas = MessagesArea &
  AccountsArea &
  CandidateArea &
  MeritArea &
  SeatActs &
  SeatsArea &
  ScrutinyArea &
  AdmissionArea &
  PrivacyArea &
  SetUpArea & { presses: Presses }

/** The people of the desk, and the help desk. */
function openPeople(base: Base, areas: Areas) {
  const { config, clock, course, db, limits, audit, directory, releases, passwords } = base
  const { accounts, centres, messages, scrutiny, seatMatrix } = areas
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
    sendInvitation(to, { fullName, loginName, endsAt }, token) {
      const link = href(`${base.publicUrl()}${deskBase(course.slug)}`, 'invitation', undefined, { token })
      for (const language of languages)
        messages.send({
          candidateId: null,
          channel: 'email',
          to,
          template: 'staff-invitation',
          language,
          params: { name: fullName, loginName, by: formatDateTime(inPortalTime(endsAt, clock), language) },
          secrets: { link },
          expiresAt: endsAt,
        })
    },
    onAttack: () => messages.tellCell('staff-login-alarm', () => ({})),
    isTotpRequired: config.mode === 'live',
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
    isRestricted: base.privacyRows.isClosed,
    replaceMobile: accounts.replaceMobile,
    isMobileTaken: accounts.isMobileInUse,
    tell: messages.tell,
  })
  return { staff, helpDesk }
}

type People = ReturnType<typeof openPeople>

/** The work that waits for somebody at the desk. */
function openWaiting({ clock, db, notices, releases }: Base, areas: Areas, { staff }: Pick<People, 'staff'>) {
  const { admissionReports, allotment, meritLists, messages, privacy, reporting, seatAttestation, specialClocks } =
    areas
  return createWaiting({
    db,
    store: waitingStore(db),
    clock,
    sources: [
      releases.waiting,
      privacy.waiting,
      reporting.waiting,
      reporting.withdrawalsWaiting,
      admissionReports.waiting,
      seatAttestation.waiting,
      specialClocks.waiting,
      areas.templates.waiting,
      areas.duplicates.waiting,
      areas.secondReadings.waiting,
      areas.centres.waiting,
      areas.setUp.work,
      // Until the portal is opened nobody needs them.
      (actor) => (areas.setUp.isOpened() ? staff.waiting(actor) : []),
      areas.grievances.complaints.waiting,
    ],
    publications: [meritLists.publications, allotment.publications],
    activity: notices.activity,
    schedule: notices.schedule,
    planFacts: {
      isOpened: areas.setUp.isOpened,
      hasSeatMatrix: () => areas.seats.inForce() !== null,
      unsigned: (round) => reporting.unsigned(round).length,
    },
    reminders: [areas.grievances.complaints.reminders],
    tellCell: messages.tellCell,
  })
}

/** What the desk reads of everything: figures, work that waits, lists and their tables. */
function openViews(base: Base, areas: Areas, { staff }: People) {
  const { audit, clock, course, db, directory, pause, releases, vocabularies } = base
  const { centres, jkSeats, pastSeasons, seatAcceptance, seatMatrix } = areas
  const { issuer, press } = areas.presses
  const overview = createOverview({ store: overviewStore(db), clock, record: audit.record })
  const stageReport = createStageReport({
    store: stageReportStore(db),
    clock,
    activity: base.notices.activity,
    acceptance: seatAcceptance,
    course,
    async printYield(sheet, language) {
      const printed = await press.print(yieldPaper(sheet, language, issuer), 'stage-report')
      return printed instanceof Uint8Array ? printed : null
    },
    async print(sheet, language) {
      const printed = await press.print(stageReportPaper(sheet, language, issuer), 'stage-report')
      return printed instanceof Uint8Array ? printed : null
    },
    record: audit.record,
  })
  const imports = createImports({
    db,
    store: importsStore(db),
    clock,
    record: audit.record,
    releases,
    tables: [
      ...directory.tables(seatMatrix),
      staff.table,
      centres.table,
      ...jkSeats.tables,
      pastSeasons.table,
      vocabularies.table,
      areas.templates.table,
    ],
    pause,
  })
  return { overview, stageReport, imports, waiting: openWaiting(base, areas, { staff }) }
}

/** The lists of the desk, each by its feature, under the name of its page. */
function openLists({ audit, db, notices }: Base, areas: Areas, desk: People & ReturnType<typeof openViews>) {
  const {
    admissionReports,
    bulkMessages,
    cancellation,
    certificates,
    duplicates,
    grievances,
    inbox,
    nonCap,
    orders,
    privacy,
    reporting,
    scrutiny,
    seatCalls,
    settlement,
    templates,
  } = areas
  const { helpDesk, imports, staff, stageReport } = desk
  return createDeskLists({
    db,
    store: deskListsStore(db),
    record: audit.record,
    lists: {
      scrutiny: scrutiny.list,
      certificates: certificates.list,
      grievances: grievances.list,
      settlements: settlement.lineList,
      refunds: settlement.refundList,
      'non-cap': nonCap.list,
      'not-acted': seatCalls.list,
      admitted: reporting.admitted,
      returns: cancellation.returns,
      cancellations: cancellation.cancellations,
      duplicates: duplicates.list,
      staff: staff.accounts,
      audit: audit.list,
      'data-requests': privacy.requests.list,
      feedback: inbox.feedbackList,
      'bulk-message': bulkMessages.list,
      imports: imports.list,
      templates: templates.list,
      orders: orders.list,
      'help-desk': helpDesk.list,
      notices: notices.list,
      reporting: reporting.candidates,
      'reporting-days': reporting.instituteDays,
      approvals: admissionReports.approvalsList,
      'yield-seats': stageReport.yieldSeats,
    },
  })
}

/** What the members of staff work with. */
export function composeDesk(base: Base, areas: Areas) {
  const people = openPeople(base, areas)
  const desk = { ...people, ...openViews(base, areas, people) }
  return { ...desk, pagesFor, publicPagesFor, datesMeant, deskLists: openLists(base, areas, desk) }
}
