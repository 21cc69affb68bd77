import path from 'node:path'
import { createFileStorage } from '#server/adapters/file-storage/file-storage.ts'
import { demoGateway as createDemoGateway } from '#server/adapters/payment-gateway/demo-gateway.ts'
import { watchedGateway } from '#server/adapters/watched.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import type { AccountsDeps } from '#server/features/accounts/accounts/deps.ts'
import { isDeviceOf } from '#server/features/accounts/accounts/secrets.ts'
import { createAccounts } from '#server/features/accounts/accounts/service.ts'
import { accountsStore } from '#server/features/accounts/accounts/store.ts'
import { createKeptForms } from '#server/features/accounts/kept-forms/service.ts'
import { keptFormsStore } from '#server/features/accounts/kept-forms/store.ts'
import { createLookUp } from '#server/features/accounts/look-up/service.ts'
import { lookUpStore } from '#server/features/accounts/look-up/store.ts'
import type { ApplicationDeps } from '#server/features/application/application/deps.ts'
import { createApplication } from '#server/features/application/application/service.ts'
import { applicationStore } from '#server/features/application/application/store.ts'
import { summaryOf } from '#server/features/application/application/summary.ts'
import { createPagePictures } from '#server/features/application/documents/page-pictures.ts'
import { createDocuments } from '#server/features/application/documents/service.ts'
import { documentsStore } from '#server/features/application/documents/store.ts'
import { createUploadSpace } from '#server/features/application/documents/upload-space.ts'
import { createCellPictures } from '#server/features/content/content/cell-pictures.ts'
import { createPublicFiles } from '#server/features/content/content/public-files.ts'
import type { PaymentsDeps } from '#server/features/money/payments/deps.ts'
import { feesOf } from '#server/features/money/payments/fees-of.ts'
import { createPayments } from '#server/features/money/payments/service.ts'
import { paymentsStore } from '#server/features/money/payments/store.ts'
import { createSettlement } from '#server/features/money/settlement/service.ts'
import { settlementStore } from '#server/features/money/settlement/store.ts'
import type { CertificatesDeps } from '#server/features/scrutiny/certificates/deps.ts'
import { createCertificates } from '#server/features/scrutiny/certificates/service.ts'
import { certificatesStore } from '#server/features/scrutiny/certificates/store.ts'
import { createGrievances, type GrievancesDeps } from '#server/features/scrutiny/grievances/service.ts'
import { grievancesStore } from '#server/features/scrutiny/grievances/store.ts'
import { createOrdersInForce } from '#server/features/scrutiny/orders/published.ts'
import { ordersStore } from '#server/features/scrutiny/orders/store.ts'
import { createSeal } from '#server/http/seal.ts'
import { gatewayOf } from './adapters'
import type { Ground } from './ground'
import type { MessagesWing } from './messages'

/** What the desk and the seats, which are built later, do for applications and grievances. */
type Later = {
  onSubmitted(candidateId: number): void
  seatStanding: ApplicationDeps['seatStanding']
  verification: GrievancesDeps['verification']
  mayCancel(candidateId: number): boolean
  /** Settles the seat that a failed claim won. */
  convertToOpen: CertificatesDeps['convertToOpen']
  isRunInHand(): boolean
  /** The seat that the seat-acceptance fee completes. */
  seat: PaymentsDeps['seat']
  nextInWords: PaymentsDeps['nextInWords']
}

/** Who may come in: accounts, and what is known of somebody who is not signed in. */
function openAccounts(ground: Ground, mail: MessagesWing, { summaryOf }: Pick<AccountsDeps, 'summaryOf'>) {
  const { config, clock, course, db, limits, pause, linkBase, notices, passwords, consents } = ground
  const { messages } = mail
  const ordersInForce = createOrdersInForce({ store: ordersStore(db), clock })
  const lookUpRows = lookUpStore(db)
  const accountsDeps: AccountsDeps = {
    onConsent: consents.record,
    db,
    store: accountsStore(db),
    limits,
    clock,
    course,
    secret: config.secret,
    previousSecret: config.previousSecret,
    passwords,
    tell: messages.tell,
    send: messages.send,
    isRegistrationOpen: (mobile) => notices.registration()?.isOpen === true || ordersInForce.isAdmittedLate(mobile),
    nextRegistration: () =>
      ['registration', 'late-registration']
        .map(notices.activity)
        .find((window) => window && window.opensAt > clock.portal()),
    onRegistered: (candidateId, mobile) => ordersInForce.bind(candidateId, mobile),
    summaryOf,
    birthDateOf: (userId) => lookUpRows.person(userId)?.birthDate ?? null,
    onAttack: (on) => messages.tellCell(`${on}-alarm`, () => ({})),
    linkBase,
    sso: config.sso,
    pause: pause,
  }
  const accounts = createAccounts(accountsDeps)
  const lookUp = createLookUp({
    store: lookUpRows,
    clock,
    limits,
    seal: createSeal(config, course.slug, 'look-ups'),
    rules: course.lookUpLimits,
    pause: pause,
    isOwnDevice: (candidateId, device) => isDeviceOf(config, candidateId, device),
    onAttack: () => messages.tellCell('look-up-alarm', () => ({})),
  })
  const keptForms = createKeptForms({
    db,
    store: keptFormsStore(db),
    clock,
    seal: createSeal<string>(config, course.slug, 'kept forms'),
  })
  return { ordersInForce, accounts, lookUp, keptForms }
}

/** The application and its payments. */
function openApplication(
  ground: Ground,
  mail: MessagesWing,
  { accounts, ordersInForce }: ReturnType<typeof openAccounts>,
  { onSubmitted, seatStanding, mayCancel, seat, nextInWords }: Later,
) {
  const { config, clock, course, db, identity, log, linkBase, demoOrders, content, notices, audit } = ground
  const { messages } = mail
  /** The demo's payment gateway; null if a real one takes payments. */
  const demoGateway =
    ground.gateway || config.razorpay || config.mode === 'live' || !demoOrders
      ? null
      : createDemoGateway({
          orders: demoOrders(db),
          secret: config.secret,
          pageOf: (orderId) => `/demo/gateway/${course.slug}/${orderId}`,
          now: clock.portal,
        })
  const gateway = watchedGateway(ground.gateway ?? demoGateway ?? gatewayOf(config), ground.troubles)
  const paymentRows = paymentsStore(db, gateway.name)
  const fees = feesOf({ content, store: paymentRows })
  const application = createApplication({
    db,
    store: applicationStore(db),
    clock,
    course,
    feesOf: fees,
    tell: messages.tell,
    activity: notices.activity,
    moreTime: ordersInForce.moreTime,
    proveStepUp: accounts.proveStepUp,
    onSubmitted,
    seatStanding,
    mayCancel,
  })
  const payments = createPayments({
    db,
    store: paymentRows,
    gateway,
    clock,
    course,
    feesOf: fees,
    tell: messages.tell,
    answers: application.answers,
    paid: application.paid,
    conversion: application.conversion,
    mayPay: (candidateId, at) => application.mayEdit(candidateId, 7, at),
    formFeeUse: application.feeUse,
    seat,
    nextInWords,
    onPaid: application.reconsider,
    linkBase,
    refundKey: (id) => identity.keyOf('refunds', id),
    log,
  })
  const settlement = createSettlement({
    db,
    store: settlementStore(db),
    clock,
    receiptPrefix: () => course.applicationIdPrefix + course.applicationIdYear,
    recordRefund: payments.recordRefund,
    tryKnown: payments.tryKnown,
    record: audit.record,
  })
  return { gateway, demoGateway, feesOf: fees, application, payments, settlement }
}

/** Files: the documents of the application, certificates that follow later, grievances, and PDFs for everybody. */
function openFiles(
  ground: Ground,
  mail: MessagesWing,
  { ordersInForce }: ReturnType<typeof openAccounts>,
  { application }: ReturnType<typeof openApplication>,
  { verification, convertToOpen, isRunInHand }: Later,
) {
  const { clock, course, folder, db, limits, disk, audit, editing, contentRows, notices } = ground
  const { messages, housekeeping } = mail
  const fileStorage = createFileStorage(path.join(folder, 'files'), {
    disk,
    onDamage: (hash, damage) => housekeeping.alarm(`${damage}-file`, hash.slice(0, 16)),
  })
  const documents = createDocuments({
    db,
    store: documentsStore(db),
    files: fileStorage,
    clock,
    limits,
    answers: application.answers,
    mayEdit: (candidateId, step, at) => application.mayEdit(candidateId, steps.indexOf(step) as StepNumber, at),
    rules: course.candidateLimits,
    isKnownElsewhere: (hash): boolean =>
      certificates.isKnown(hash) || grievances.isKnown(hash) || contentRows.isKnown(hash),
    onChanged: application.reconsider,
    pictures: createPagePictures({ log: ground.log }),
    onSweepHeld: () => housekeeping.alarm('unnamed-files', 'sweep'),
  })
  const uploads = createUploadSpace({ files: fileStorage, clock, limits, rules: course.candidateLimits })
  const publicFiles = createPublicFiles({
    ...editing,
    store: contentRows,
    files: fileStorage,
    check: documents.checkPdf,
  })
  const cellPictures = createCellPictures({ ...editing, store: contentRows, redraw: documents.redrawCellPicture })
  const certificates = createCertificates({
    db,
    store: certificatesStore(db),
    clock,
    answers: application.answers,
    isSubmitted: (candidateId) => application.standing(candidateId).facts.submittedAt !== null,
    removeClaims: (candidateId, claims) => application.removeClaims(candidateId, claims, 'claims-unfulfilled'),
    convertToOpen,
    isRunInHand,
    course,
    activity: notices.activity,
    moreTime: ordersInForce.moreTime,
    files: { keep: documents.keep, read: documents.read, inForm: documents.stored },
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
    isPermitted: (candidateId) => application.standing(candidateId).permissions.grivancy,
    revert: (candidateId, steps) => application.revert(candidateId, steps, 'open-by-grievance'),
    keepFile: (candidateId, file) => documents.keep(candidateId, 'attachment', [file]),
    readFile: fileStorage.read,
    tell: messages.tell,
    record: audit.record,
    verification,
  })
  return { fileStorage, documents, uploads, publicFiles, cellPictures, certificates, grievances }
}

/** What candidates do. */
export function createCandidateWing(ground: Ground, mail: MessagesWing, later: Later) {
  const people = openAccounts(ground, mail, {
    summaryOf: (candidateId, language): string => summaryOf(applied.application.standing(candidateId), language),
  })
  const applied = openApplication(ground, mail, people, later)
  return { ...people, ...applied, ...openFiles(ground, mail, people, applied, later) }
}

export type CandidateWing = ReturnType<typeof createCandidateWing>
