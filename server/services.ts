import path from 'node:path'
import type { Readable } from 'node:stream'
import { openDatabase } from '../db/client'
import type { Clock } from './adapters/clock'
import { demoSender } from './adapters/demo-sender'
import { createDossiers } from './adapters/dossiers'
import { createFileStorage, type Disk } from './adapters/file-storage/file-storage'
import { smtpMailer } from './adapters/mailer/smtp-mailer'
import { demoGateway } from './adapters/payment-gateway/demo-gateway'
import type { PaymentGateway } from './adapters/payment-gateway/payment-gateway'
import { razorpay } from './adapters/payment-gateway/razorpay'
import type { Sender } from './adapters/sender'
import { httpSms } from './adapters/sms/http-sms'
import type { Config } from './config'
import type { CourseProfile } from './courses/course'
import { demoStore } from './demo/store'
import { acknowledgement as acknowledgementPaper } from './documents/acknowledgement'
import { activitySchedule } from './documents/activity-schedule'
import { allotmentLetter } from './documents/allotment-letter'
import { allotmentList } from './documents/allotment-list'
import { applicationForm } from './documents/application-form'
import { brochure } from './documents/brochure'
import { instituteAllotment } from './documents/institute-allotment'
import { jkLetter } from './documents/jk-letter'
import type { Issuer } from './documents/letterhead'
import { meritLetter } from './documents/merit-letter'
import { meritPaper } from './documents/merit-paper'
import { optionForm as optionFormPaper } from './documents/option-form'
import { createListPress, createPress } from './documents/press'
import type { Printable } from './documents/printable'
import { receipt } from './documents/receipt'
import { sample } from './documents/sample'
import { seatMatrixPaper } from './documents/seat-matrix'
import type { KeptSeat } from './domain/allotment-input'
import { findEntry } from './domain/application-form/lists'
import { candidatePlace } from './domain/candidate-place'
import { type CapRound, isCapRound } from './domain/cap-rounds'
import { isStepComplete, type StepNumber, steps } from './domain/journey'
import { madePdfs, type PublicPdf } from './domain/menu'
import { findDistrict, findState } from './domain/places'
import type { Acknowledged } from './domain/printable'
import type { Place } from './domain/staff'
import type { AccountsDeps } from './features/accounts/deps'
import { createPasswords, type passwordCost } from './features/accounts/passwords'
import { createAccounts } from './features/accounts/service'
import { accountsStore, type SessionActor } from './features/accounts/store'
import { createEngine } from './features/allotment/engine'
import { mockStore } from './features/allotment/mock-store'
import { createResults } from './features/allotment/published'
import { resultsStore } from './features/allotment/published-store'
import { createAllotment } from './features/allotment/service'
import { allotmentStore } from './features/allotment/store'
import { letterOf } from './features/allotment/words'
import { createApplication, type Standing } from './features/application/service'
import { applicationStore } from './features/application/store'
import { createAudit } from './features/audit/service'
import { auditStore } from './features/audit/store'
import { createBulkMessages } from './features/bulk-messages/service'
import { bulkMessagesStore } from './features/bulk-messages/store'
import { createCentres } from './features/centres/service'
import { centresStore } from './features/centres/store'
import { createCertificates } from './features/certificates/service'
import { certificatesStore } from './features/certificates/store'
import { createPublicFiles } from './features/content/public-files'
import { createContent } from './features/content/service'
import { contentStore } from './features/content/store'
import { createDirectory } from './features/directory/service'
import { directoryStore } from './features/directory/store'
import { createDocuments } from './features/documents/service'
import { documentsStore } from './features/documents/store'
import { createDuplicates } from './features/duplicates/service'
import { duplicatesStore } from './features/duplicates/store'
import { createGrievances } from './features/grievances/service'
import { grievancesStore } from './features/grievances/store'
import { createHelpDesk } from './features/help-desk/service'
import { helpDeskStore } from './features/help-desk/store'
import { createHousekeeping } from './features/housekeeping/service'
import { housekeepingStore } from './features/housekeeping/store'
import { createInbox } from './features/inbox/service'
import { inboxStore } from './features/inbox/store'
import { createJkSeats } from './features/jk-seats/service'
import { jkSeatsStore } from './features/jk-seats/store'
import { limitsStore } from './features/limits/store'
import { createLookUp } from './features/look-up/service'
import { lookUpStore } from './features/look-up/store'
import { createRankings } from './features/merit-lists/ranking'
import { createMeritLists } from './features/merit-lists/service'
import { meritListsStore } from './features/merit-lists/store'
import { createPapers } from './features/merit-pages/papers'
import { createMeritPages } from './features/merit-pages/service'
import { meritPagesStore } from './features/merit-pages/store'
import { createSeal } from './features/messages/seal'
import { createMessages, type NewMessage } from './features/messages/service'
import { createNonCap } from './features/non-cap/service'
import { nonCapStore } from './features/non-cap/store'
import { createNotices } from './features/notices/service'
import { noticesStore } from './features/notices/store'
import { createOptionForm } from './features/option-form/service'
import { optionFormStore } from './features/option-form/store'
import { createOrders, type Orders } from './features/orders/service'
import { ordersStore } from './features/orders/store'
import { createOverview } from './features/overview/service'
import { overviewStore } from './features/overview/store'
import { createPayments } from './features/payments/service'
import { paymentsStore } from './features/payments/store'
import { createPrintables } from './features/printables/service'
import { printablesStore } from './features/printables/store'
import { consideredFor } from './features/scrutiny/considered'
import { createScrutiny, type Scrutiny } from './features/scrutiny/service'
import { scrutinyStore } from './features/scrutiny/store'
import { createPublishedSeats } from './features/seat-matrix/published'
import { createSeatMatrix } from './features/seat-matrix/service'
import { seatMatrixStore } from './features/seat-matrix/store'
import { createServiceBanner } from './features/service-banner/service'
import { serviceBannerStore } from './features/service-banner/store'
import type { StaffActor } from './features/staff/deps'
import { createStaff } from './features/staff/service'
import { staffStore } from './features/staff/store'
import { createTemplates } from './features/templates/service'
import { templatesStore } from './features/templates/store'
import { createKeptForms } from './http/kept-form'
import type { PageContext } from './http/page'
import { formatRupees } from './i18n/format'
import type { TextKey } from './i18n/keys'
import { translate } from './i18n/texts'
import { type Language, languages } from './kernel/languages'
import { ok, type Result } from './kernel/result'

export type ServicesDeps = {
  course: CourseProfile
  config: Config
  clock: Clock
  /** The folder of the generated SQL. */
  migrations: string
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
  /** The origin of links in messages, known once the server listens. */
  publicUrl(): string
  /** Tests bring their own: a cloned database, senders that answer as they like, cheap hashing, no pauses. */
  database?: Buffer
  senders?: Record<'sms' | 'whatsapp' | 'email', Sender>
  gateway?: PaymentGateway
  passwordCost?: typeof passwordCost
  disk?: Disk
  pause?: (milliseconds: number) => Promise<void>
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The composition root of one portal: the only place that knows the features together. */
export function createServices(deps: ServicesDeps) {
  const { config, clock, course: profile } = deps
  const folder = path.join(config.dataDir, profile.slug)
  const db = openDatabase(deps.database ?? path.join(folder, 'portal.db'), deps.migrations)
  const senders = deps.senders ?? sendersOf(config)
  const limits = limitsStore(db)

  /** Public PDFs that were made, until something that they print changes. */
  const printed = new Map<string, { pdf: Buffer; madeAt: number; until: number }>()
  /** Pages that are kept ready-made say what has changed at once. */
  let onPublicChange = () => {}
  const publicChanged = () => {
    printed.clear()
    onPublicChange()
  }
  const audit = createAudit({ db, store: auditStore(db), clock })
  const editing = { db, clock, record: audit.record, onChanged: publicChanged }
  const contentRows = contentStore(db)
  const content = createContent({ ...editing, store: contentRows, profile })
  const { course } = content
  const templates = createTemplates({ db, store: templatesStore(db), clock, course, record: audit.record })
  const messages = createMessages({
    db,
    senders,
    clock,
    secret: config.secret,
    keepSecrets: config.mode === 'demo',
    course,
    wording: templates.wording,
    log: deps.log,
  })
  const housekeeping = createHousekeeping({
    db,
    store: housekeepingStore(db),
    clock,
    folder,
    backups: { folder: path.join(config.backups.dir, profile.slug), keep: config.backups.keep },
    isDemo: config.mode === 'demo',
    async brokenAuditLine() {
      const verdict = await audit.verifyInPieces()
      return verdict.isWhole ? null : verdict.line
    },
    tellCell(found) {
      // Nobody knows in which language the cell reads today.
      for (const language of languages) {
        const told = { candidateId: null, channel: 'email', template: 'checks-failed', language } as const
        const lines = found.map(({ check, count }) => `${translate(language, `health:check.${check}`)}: ${count}`)
        messages.add({ ...told, to: course.contact.email, params: { number: found.length, body: lines.join('\n') } })
      }
    },
    kickOutbox: messages.kick,
    record: audit.record,
    log: deps.log,
  })
  const inbox = createInbox({ db, store: inboxStore(db), clock, limits, words: messages.words, record: audit.record })
  /** What goes by e-mail and is no secret stands in the message box too. */
  const announce = (message: NewMessage): void => {
    messages.add(message)
    const { candidateId, channel, template, language, params = {}, secrets } = message
    if (channel === 'email' && candidateId !== null && !secrets) inbox.keep({ candidateId, template, language, params })
  }
  const serviceBanner = createServiceBanner({ db, store: serviceBannerStore(db), clock, record: audit.record })
  const bulkMessages = createBulkMessages({
    db,
    store: bulkMessagesStore(db),
    clock,
    send: messages.add,
    keep: inbox.keep,
    isBusy: () => messages.isWaiting('from-the-cell'),
    kickOutbox: messages.kick,
    record: audit.record,
  })
  const notices = createNotices({ ...editing, store: noticesStore(db), course })
  notices.fillFromProfile()
  const directory = createDirectory({ ...editing, store: directoryStore(db), course })
  directory.fillFromProfile()
  const seatRows = seatMatrixStore(db)
  const seatMatrix = createSeatMatrix({ ...editing, store: seatRows })
  const seats = createPublishedSeats({ store: seatRows })
  const demo = demoStore(db)
  const linkBase = () => `${deps.publicUrl()}/${course.slug}/candidate/`
  /** The gateway without money; null where a real one takes payments. */
  const demoGate =
    deps.gateway || config.razorpay || config.mode === 'live'
      ? null
      : demoGateway({
          orders: demo.gatewayOrders,
          secret: config.secret,
          pageOf: (orderId) => `/demo/gateway/${course.slug}/${orderId}`,
        })
  const passwords = createPasswords(deps.passwordCost)
  const staff = createStaff({
    db,
    store: staffStore(db),
    clock,
    limits,
    passwords,
    seal: createSeal<string>(config.secret, course.slug, 'second factors of staff'),
    record: audit.record,
    centre: directory.centre,
    course,
    onDisabled: (staffId, by) => scrutiny.releaseHeldBy(staffId, by),
    isTotpRequired: config.mode === 'live',
  })
  const orders: Orders = createOrders({
    db,
    store: ordersStore(db),
    clock,
    course,
    record: audit.record,
    schedule: notices.schedule,
    moveClosings: notices.moveClosings,
    facts: (candidateId) => application.standing(candidateId).facts,
    revert: (candidateId, toCorrect) => application.revert(candidateId, toCorrect, true),
    countEverybody: bulkMessages.countEverybody,
    tellEverybody: bulkMessages.tellEverybody,
    announce,
    kickOutbox: messages.kick,
  })
  const accountsDeps: AccountsDeps = {
    db,
    store: accountsStore(db),
    limits,
    clock,
    course,
    secret: config.secret,
    passwords,
    announce,
    kickOutbox: messages.kick,
    isRegistrationOpen: (mobile) => notices.registration()?.isOpen === true || orders.isAdmittedLate(mobile),
    onRegistered: (candidateId, mobile) => orders.bind(candidateId, mobile),
    faultyPlace(state, district) {
      if (!findState(state)) return 'state'
      return findDistrict(state, district) ? null : 'district'
    },
    linkBase,
    sso: config.sso,
    pause: deps.pause ?? pause,
  }
  const accounts = createAccounts(accountsDeps)
  const gateway = deps.gateway ?? demoGate ?? gatewayOf(config)
  const paymentRows = paymentsStore(db, gateway.name)
  /** The fees that count for a candidate: those of the moment at which they began to pay. */
  const feesOf = (candidateId: number) => content.feesSince(() => paymentRows.begunAt(candidateId))
  const application = createApplication({
    db,
    store: applicationStore(db),
    clock,
    course,
    feesOf,
    announce,
    kickOutbox: messages.kick,
    activity: notices.activity,
    moreTime: orders.moreTime,
    proveStepUp: accounts.proveStepUp,
    onSubmitted(candidateId): void {
      scrutiny.assign(candidateId)
      centres.releaseOther(candidateId)
    },
  })
  const centres = createCentres({
    db,
    store: centresStore(db),
    clock,
    centres: directory.centres,
    centre: directory.centre,
    activity: notices.activity,
    announce,
    kickOutbox: messages.kick,
    record: audit.record,
    application: {
      facts: (candidateId) => application.standing(candidateId).facts,
      windows: (candidateId) => application.windowsOf({ candidateId }),
      version: (candidateId) => application.versionsOf({ candidateId })[0]?.number ?? 0,
      saveStep: (candidateId, step, change, at) => application.saveStep({ candidateId }, step, change, at),
      confirm: (candidateId) => application.confirm(candidateId, true),
      withdrawConfirmation: application.withdrawConfirmation,
    },
    otp: { send: accounts.requestAttendedOtp, check: accounts.checkAttendedOtp },
  })

  const overview = createOverview({ store: overviewStore(db), clock, record: audit.record })
  const placeOfCandidate = ({ district }: { district: string }) => candidatePlace(district, null)
  const duplicates = createDuplicates({
    db,
    store: duplicatesStore(db),
    clock,
    record: audit.record,
    place: placeOfCandidate,
  })
  const helpDesk = createHelpDesk({
    db,
    store: helpDeskStore(db),
    clock,
    limits,
    record: audit.record,
    place: ({ id, district }): Place => candidatePlace(district, centres.centreOf(id)),
    replaceMobile: accounts.replaceMobile,
    isMobileTaken: accounts.isMobileInUse,
    tellOfLostMobile({ id: candidateId, mobile, email, language }) {
      const told = { candidateId, template: 'lost-mobile', language } as const
      announce({ ...told, channel: 'sms', to: mobile })
      announce({ ...told, channel: 'email', to: email })
    },
    kickOutbox: messages.kick,
  })

  const payments = createPayments({
    db,
    store: paymentRows,
    gateway,
    clock,
    course,
    feesOf,
    announce,
    kickOutbox: messages.kick,
    answers: application.answers,
    paid: application.paid,
    conversion: application.conversion,
    mayPay: (candidateId, at) => application.mayEdit(candidateId, 7, at),
    onPaid: application.reconsider,
    linkBase,
    log: deps.log,
  })

  const fileStorage = createFileStorage(path.join(folder, 'files'), deps.disk)
  const documents = createDocuments({
    db,
    store: documentsStore(db),
    files: fileStorage,
    clock,
    limits,
    answers: application.answers,
    mayEdit: (candidateId, step, at) => application.mayEdit(candidateId, steps.indexOf(step) as StepNumber, at),
    isKnownElsewhere: (hash): boolean =>
      certificates.isKnown(hash) || grievances.isKnown(hash) || contentRows.isKnown(hash),
    onChanged: application.reconsider,
  })
  const publicFiles = createPublicFiles({
    ...editing,
    store: contentRows,
    files: fileStorage,
    check: documents.checkPdf,
  })
  const certificates = createCertificates({
    db,
    store: certificatesStore(db),
    clock,
    answers: application.answers,
    isSubmitted: (candidateId) => application.standing(candidateId).facts.submittedAt !== null,
    removeClaims: (candidateId, claims) => application.removeClaims(candidateId, claims, 'claims-unfulfilled'),
    activity: notices.activity,
    moreTime: orders.moreTime,
    files: { keep: documents.keep, read: documents.read },
    announce,
    kickOutbox: messages.kick,
    record: audit.record,
  })

  const optionForm = createOptionForm({
    db,
    store: optionFormStore(db),
    clock,
    course,
    answers: application.answers,
    activity: notices.activity,
    proveStepUp: accounts.proveStepUp,
    announce,
    isWaiting: messages.isWaiting,
    kickOutbox: messages.kick,
  })

  const scrutiny: Scrutiny = createScrutiny({
    db,
    store: scrutinyStore(db),
    clock,
    course,
    forms: application.forms,
    application: {
      facts: (candidateId) => application.standing(candidateId).facts,
      versions: (candidateId) => application.versionsOf({ candidateId }),
      snapshot: application.snapshotOfVersion,
      answers: application.answers,
      windows: (candidateId) => application.windowsOf({ candidateId }),
      feesOf,
      paid: application.paid,
      pickUp: application.pickUp,
      release: application.release,
      revert: application.revert,
      removeClaims: application.removeClaims,
      confirm: application.confirm,
    },
    documents: (candidateId) => documents.held(candidateId),
    async openDocument(candidateId, name) {
      const opened = await documents.open({ candidateId }, name)
      return opened.ok ? opened.value : null
    },
    rename: accounts.rename,
    record: audit.record,
    kickOutbox: messages.kick,
  })

  /** What a confirmed form is acknowledged with, page and paper; null where it is not confirmed. */
  function acknowledgement(candidateId: number, language: Language): Acknowledged | null {
    const { facts } = application.standing(candidateId)
    const [version] = application.versionsOf({ candidateId })
    if (facts.confirmedAt === null || !version) return null
    const { due } = payments.conversion({ candidateId })
    const unfulfilled = certificates.unfulfilled(candidateId).map(({ claim }) => claim)
    const removed = [...new Set([...scrutiny.removedClaims(candidateId), ...unfulfilled])]
    const checker =
      facts.mode === 1
        ? scrutiny.officerOf(candidateId)
        : directory.centre(centres.centreOf(candidateId) ?? '')?.name[language]
    const text = (key: TextKey) => translate(language, key)
    return {
      version: version.number,
      confirmedAt: facts.confirmedAt,
      checkedBy: checker ?? text(facts.mode === 1 ? 'scrutiny:ack.e-scrutiny' : 'scrutiny:ack.centre'),
      considered: consideredFor(application.answers(candidateId), application.forms, language),
      documents: documents
        .list({ candidateId })
        .entries.filter(({ document }) => document)
        .map(({ kind }) => text(`documents:kind.${kind}`)),
      removed: removed.length ? removed.map((claim) => text(`scrutiny:fact.${claim}`)).join(', ') : null,
      fee: formatRupees(application.paid(candidateId)),
      convertDue: due && formatRupees(due.amount),
    }
  }

  const grievances = createGrievances({
    db,
    store: grievancesStore(db),
    clock,
    course,
    limits,
    activity: notices.activity,
    isPermitted: (candidateId) => application.standing(candidateId).permissions.grivancy,
    revert: (candidateId, steps) => application.revert(candidateId, steps, true),
    keepFile: ({ candidateId }, file) => documents.keep(candidateId, 'attachment', [file]),
    readFile: fileStorage.read,
    announce,
    kickOutbox: messages.kick,
    record: audit.record,
  })

  const lookUp = createLookUp({
    store: lookUpStore(db),
    clock,
    limits,
    seal: createSeal(config.secret, course.slug, 'look-ups'),
    failuresPerNetwork: course.otpLimits.perIpHourly / 4,
    pause: deps.pause ?? pause,
  })
  const keptForms = createKeptForms(createSeal<string>(config.secret, course.slug, 'kept forms'))
  const nonCap = createNonCap({
    db,
    store: nonCapStore(db),
    clock,
    courses: () => seats.inForce()?.courses ?? [],
    activity: notices.activity,
    submittedAt: (candidateId) => application.standing(candidateId).facts.submittedAt,
    record: audit.record,
  })
  const jkSeats = createJkSeats({
    db,
    store: jkSeatsStore(db),
    clock,
    announce,
    kickOutbox: messages.kick,
    record: audit.record,
  })
  const allotment = createAllotment({
    db,
    store: allotmentStore(db),
    mocks: mockStore(db),
    clock,
    course,
    engine: createEngine(),
    dossiers: createDossiers(path.join(folder, 'dossiers')),
    activity: notices.activity,
    heldSeats,
    announce,
    isWaiting: messages.isWaiting,
    kickOutbox: messages.kick,
    record: audit.record,
    onPublished: publicChanged,
    log: deps.log,
  })

  const meritLists = createMeritLists({
    db,
    store: meritListsStore(db),
    clock,
    course,
    rankings: createRankings(),
    activity: notices.activity,
    announce,
    isBusy: messages.isWaiting,
    kickOutbox: messages.kick,
    record: audit.record,
    onPublished: publicChanged,
    pause: deps.pause ?? pause,
    log: deps.log,
  })

  const press = createPress()
  /** Lists for everybody have a thread of their own: whoever asks for many of them delays no candidate's letter. */
  const publicPress = createPress({ waiting: 20 })
  const issuer: Issuer = {
    course,
    isDemo: config.mode === 'demo',
    checkAt: (code) => `${deps.publicUrl()}/${course.slug}/candidate/verification?code=${code}`,
  }
  const listPress = createListPress()
  const meritPages = createMeritPages({
    store: meritPagesStore(db),
    papers: createPapers(path.join(folder, 'merit-lists'), clock.real),
    print: (paper, rows, write) => listPress.print(meritPaper(paper, issuer), rows, write),
  })
  const results = createResults({
    store: resultsStore(db),
    course,
    activity: notices.activity,
    answersAt(candidateId, at) {
      const version = application.versionsOf({ candidateId }).find(({ submittedAt }) => submittedAt <= at)
      return version ? (application.snapshotOfVersion(candidateId, version.number)?.answers ?? null) : null
    },
    papers: createPapers(path.join(folder, 'allotment-lists'), clock.real),
    print: (list, rows, write) => listPress.print(allotmentList(list, issuer), rows, write),
  })
  const printables = createPrintables({
    store: printablesStore(db),
    clock,
    limits,
    secret: config.secret,
    portal: course.slug,
    sheet(candidateId, version, language) {
      if (version === null) return application.sheet(candidateId, language)
      const kept = application.sheetOfVersion({ candidateId }, version, language)
      return kept.ok ? kept.value.sheet : null
    },
    picture(candidateId, kind, version) {
      if (version === null) return documents.picture(candidateId, kind)
      const held = application.snapshotOfVersion(candidateId, version)?.documents
      return documents.bytesOf(held?.find((document) => document.kind === kind)?.hash ?? null)
    },
    acknowledgement,
    allotment(candidateId, round, language) {
      const outcome = isCapRound(round) ? results.outcome(candidateId, round) : null
      return outcome?.ok ? letterOf(outcome.value, language) : null
    },
    receipt(candidateId, paymentId, language) {
      const paid = payments.receipt({ candidateId }, paymentId)
      return (
        paid && {
          number: paid.receiptNumber,
          amount: paid.amount,
          due: translate(language, `payments:due.${paid.due}`),
          gateway: translate(language, `payments:gateway.${paid.gateway}`),
          gatewayReference: paid.gatewayPaymentId,
          paidAt: paid.capturedAt,
        }
      )
    },
    merit: (candidateId, stage) => meritPages.standing(stage, candidateId),
    options(candidateId, round, language) {
      const printed = optionForm.printed({ candidateId }, round)
      if (!printed) return null
      const choices = optionForm.described({ candidateId }, round, printed.choices)
      return {
        ...printed,
        choices: choices.map(({ code, course, lastNamed }) => ({
          code,
          institute: course?.institute ?? lastNamed?.institute ?? '',
          course: course?.course ?? lastNamed?.course ?? '',
          district: course ? (findEntry('districts', course.district)?.[language] ?? course.district) : '',
        })),
      }
    },
    jkSeat: jkSeats.seatOf,
    press: {
      applicationForm: (facts) => press.print(applicationForm(facts, issuer)),
      receipt: (facts) => press.print(receipt(facts, issuer)),
      acknowledgement: (facts) => press.print(acknowledgementPaper(facts, issuer)),
      meritLetter: (facts) => press.print(meritLetter(facts, issuer)),
      optionForm: (facts) => press.print(optionFormPaper(facts, issuer)),
      allotmentLetter: (facts) => press.print(allotmentLetter(facts, issuer)),
      jkLetter: (facts) => press.print(jkLetter(facts, issuer)),
    },
  })

  /** The next instant at which a public page changes by itself. */
  function nextPublicChange(): number | null {
    const edges = [notices.nextChange(), content.nextChange()].filter((at) => at !== null)
    return edges.length ? Math.min(...edges) : null
  }
  function printablePdf(file: PublicPdf, language: Language): Printable {
    const now = clock.portal()
    if (!(madePdfs as readonly string[]).includes(file)) return sample(file, language, issuer, now)
    const facts = {
      language,
      madeAt: now,
      schedule: notices.schedule(),
      changes: notices.changes(),
      fees: course.applicationFees,
      contact: content.contact(),
      centres: directory.centres(),
      questions: notices.published('faq'),
    }
    return file === 'user_manual.pdf' ? brochure(facts, issuer) : activitySchedule(facts, issuer)
  }

  /** A public document, set once and kept until it ages (`until`, the portal's clock; null: never) or something changes. */
  async function printedOnce(key: string, until: () => number | null, make: () => Printable): Promise<Buffer | null> {
    const now = clock.portal()
    const kept = printed.get(key)
    if (kept && now >= kept.madeAt && now < kept.until) return kept.pdf
    const pdf = await press.print(make())
    if (!pdf) return null
    const made = { pdf: Buffer.from(pdf), madeAt: now, until: until() ?? Number.POSITIVE_INFINITY }
    printed.set(key, made)
    return made.pdf
  }

  let apiDocument: (() => object) | null = null
  return {
    course,
    db,
    folder,
    clock,
    limits,
    messages,
    templates,
    housekeeping,
    notices,
    content,
    publicFiles,
    application,
    accounts,
    centres,
    certificates,
    documents,
    fileStorage,
    grievances,
    meritLists,
    inbox,
    lookUp,
    keptForms,
    meritPages,
    bulkMessages,
    serviceBanner,
    printables,
    results,
    payments,
    directory,
    seatMatrix,
    seats,
    acknowledgement,
    scrutiny,
    allotment,
    jkSeats,
    nonCap,
    staff,
    audit,
    helpDesk,
    duplicates,
    optionForm,
    orders,
    overview,
    demoStore: demo,
    demoGateway: demoGate,
    /** Opt-in to WhatsApp sends how far the application is. */
    optInToWhatsapp: (actor: SessionActor) =>
      accounts.optInToWhatsapp(actor, summaryOf(application.standing(actor.candidateId), actor.language)),
    /**
     * One of the ten public PDFs: what the cell has put in its place, else made from the portal's own data, else a
     * sample that says so. Null when the press has no room for another job.
     */
    async publicPdf(file: PublicPdf, language: Language): Promise<Readable | Buffer | null> {
      const put = await publicFiles.openAt(file)
      if (put) return put.stream
      return printedOnce(`${language} ${file}`, nextPublicChange, () => printablePdf(file, language))
    },
    /** The seat matrix in force; null when there is none, or when the press has no room for another job. */
    async seatMatrixPdf(language: Language): Promise<Buffer | null> {
      const found = seats.inForce()
      if (!found) return null
      const facts = { language, madeAt: clock.portal(), edition: found.edition, publishedAt: found.at }
      return printedOnce(
        `${language} seat matrix ${found.editionId}`,
        () => null,
        () => seatMatrixPaper({ ...facts, courses: found.courses }, issuer),
      )
    },
    /** One institute's list of a published round, as PDF; null when the press has no room for another job. */
    async institutePdf(round: CapRound, code: string, language: Language): Promise<Result<Uint8Array | null>> {
      const sheet = results.instituteSheet(round, code, language)
      if (!sheet.ok) return sheet
      const { institute, courses, publishedAt } = sheet.value
      const facts = { language, round, institute: institute.institute, code, courses, publishedAt }
      return ok(await publicPress.print(instituteAllotment({ ...facts, printedAt: clock.portal() }, issuer)))
    },
    nextPublicChange,
    /** Told after every change of what the public pages say. */
    whenPublicChanges(tell: () => void): void {
      onPublicChange = tell
    },
    /** The OpenAPI document of this portal's API, for the page that shows it; null before the API is registered. */
    apiDocument: (): object | null => apiDocument?.() ?? null,
    publishApiDocument(read: () => object): void {
      apiDocument = read
    },
    /** Takes and gives back the write lock: a full disk, a read-only file or a stuck writer fails here. */
    isWritable(): boolean {
      db.sqlite.exec('BEGIN IMMEDIATE; ROLLBACK')
      return true
    },
    isMigrated: (): boolean => db.isMigrated(),
    async close(): Promise<void> {
      await meritLists.close()
      await allotment.close()
      await housekeeping.close()
      await messages.close()
      await meritPages.close()
      await results.close()
      await listPress.close()
      await press.close()
      await publicPress.close()
      for (const sender of new Set(Object.values(senders))) sender.close?.()
      db.close()
    },
  }
}

export type Services = ReturnType<typeof createServices>

/** What `page.server.ts` files are handed. */
export type Page = PageContext<Services, SessionActor>

/** What the `page.server.ts` files of the staff desk are handed. */
export type DeskPage = PageContext<Services, StaffActor>

/**
 * The seats that candidates keep from earlier rounds when a round is prepared: frozen, admitted, or held for betterment.
 * Nobody can accept a seat yet, so there are none, and every round gives out the whole matrix.
 */
const heldSeats = (_round: CapRound): KeptSeat[] => []

/** How far an application is, in a line. */
function summaryOf({ facts, lock }: Standing, language: Language): string {
  if (facts.confirmedAt !== null) return translate(language, 'application:summary.confirmed')
  if (lock) return translate(language, 'application:summary.locked')
  const count = steps.filter((_, step) => isStepComplete(facts.completedSteps, step)).length
  return translate(language, 'application:summary.steps', { count })
}

function gatewayOf({ razorpay: settings }: Config): PaymentGateway {
  if (!settings) throw new Error('live mode needs a real payment gateway')
  return razorpay(settings)
}

function sendersOf({ mode, smtp, sms }: Config): Record<'sms' | 'whatsapp' | 'email', Sender> {
  const text = sms ? httpSms(sms) : demoSender
  const mail = smtp ? smtpMailer(smtp) : demoSender
  if (mode === 'live' && (text === demoSender || mail === demoSender)) throw new Error('live mode needs real senders')
  return { sms: text, whatsapp: text, email: mail }
}
