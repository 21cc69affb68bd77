import path from 'node:path'
import { gatewayOf } from '#server/adapters/chosen.ts'
import { createFileStorage } from '#server/adapters/file-storage/file-storage.ts'
import { demoGateway as createDemoGateway } from '#server/adapters/payment-gateway/demo-gateway.ts'
import { watchedGateway } from '#server/adapters/watched.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import type { AccountsArea } from '#server/features/accounts/index.ts'
import type { ApplicationDeps } from '#server/features/application/application/deps.ts'
import { createApplication } from '#server/features/application/application/service.ts'
import { applicationStore } from '#server/features/application/application/store.ts'
import { createPagePictures } from '#server/features/application/documents/page-pictures.ts'
import { createDocuments } from '#server/features/application/documents/service.ts'
import { documentsStore } from '#server/features/application/documents/store.ts'
import { createUploadSpace } from '#server/features/application/documents/upload-space.ts'
import type { Base } from '#server/features/base.ts'
import { createCellPictures } from '#server/features/content/content/cell-pictures.ts'
import { createPublicFiles } from '#server/features/content/content/public-files.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import type { PaymentsDeps } from '#server/features/money/payments/deps.ts'
import { feesOf } from '#server/features/money/payments/fees-of.ts'
import { createPayments } from '#server/features/money/payments/service.ts'
import { paymentsStore } from '#server/features/money/payments/store.ts'
import { createSettlement } from '#server/features/money/settlement/service.ts'
import { settlementStore } from '#server/features/money/settlement/store.ts'
import type { OperationsArea } from '#server/features/operations/index.ts'
import type { CertificatesDeps } from '#server/features/scrutiny/certificates/deps.ts'
import { createCertificates } from '#server/features/scrutiny/certificates/service.ts'
import type { GrievancesDeps } from '#server/features/scrutiny/grievances/deps.ts'
import { createGrievances } from '#server/features/scrutiny/grievances/service.ts'
import { grievancesStore } from '#server/features/scrutiny/grievances/store.ts'

/** What the desk and the seats, which are built later, do for applications and grievances. */
type Later = {
  onSubmitted(candidateId: number): void
  seatStanding: ApplicationDeps['seatStanding']
  verification: GrievancesDeps['verification']
  mayCancel(candidateId: number): boolean
  /** Settles the seat that a failed claim won. */
  failedClaims: CertificatesDeps['failedClaims']
  seatAcceptance: CertificatesDeps['seatAcceptance']
  /** The seat that the seat-acceptance fee completes. */
  seat: PaymentsDeps['seat']
  nextInWords: PaymentsDeps['nextInWords']
}

/** The application and its payments. */
function openApplication(
  ground: Base,
  mail: MessagesArea,
  { accounts, ordersInForce }: AccountsArea,
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
  ground: Base,
  mail: MessagesArea & OperationsArea,
  { ordersInForce }: AccountsArea,
  { application }: ReturnType<typeof openApplication>,
  { verification, failedClaims, seatAcceptance }: Later,
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
    store: ground.certificateRows,
    clock,
    application,
    documents,
    failedClaims,
    seatAcceptance,
    course,
    activity: notices.activity,
    moreTime: ordersInForce.moreTime,
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
    tell: messages.tell,
    record: audit.record,
    verification,
  })
  return { fileStorage, documents, uploads, publicFiles, cellPictures, certificates, grievances }
}

/** What candidates do. */
export function createCandidateWing(
  base: Base,
  mail: MessagesArea & OperationsArea,
  people: AccountsArea,
  later: Later,
) {
  const applied = openApplication(base, mail, people, later)
  return { ...applied, ...openFiles(base, mail, people, applied, later) }
}

export type CandidateWing = ReturnType<typeof createCandidateWing>
