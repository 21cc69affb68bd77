import type { Course } from '#server/courses/course.ts'
import { declarationNow } from '#server/domain/application/declaration.ts'
import { type FileKind, pictureKinds } from '#server/domain/application/document-rules.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import { applicationFee, receiptNumber } from '#server/domain/money/fees.ts'
import {
  conversionFee,
  type DiscrepancyReason,
  type FactName,
  isClaimFact,
  stepsToCorrect,
  withoutClaims,
} from '#server/domain/scrutiny/scrutiny.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import { candidateBase, href } from '#server/domain/terms/href.ts'
import { type Answers, questionSteps } from '#server/domain/terms/question.ts'
import { sealed } from '#server/features/application/application/snapshot.ts'
import { noMoney } from '#server/kernel/money.ts'
import { hours, type Instant, minutes } from '#server/kernel/time.ts'
import type { KeptSpecimen } from './specimens'
import type { DemoStore } from './store'

/** An application's progress, with its times in epoch milliseconds of the demo's clock. */
export type Progress = {
  /** Steps 0 to completedSteps − 1 are complete. */
  completedSteps: number
  startedAt: number
  submittedAt: number | null
  pickedUpAt: number | null
  revertedAt: number | null
  /**
   * The findings of the last scrutiny: why the form is or was sent back, or which claims were removed at confirmation.
   */
  discrepancies: readonly SeedDiscrepancy[]
  /** The first submission of a form that was sent back, corrected and submitted again. */
  firstSubmittedAt?: number
  confirmedAt: number | null
}

/** A finding of scrutiny about a fact, in the officer's words. */
export type SeedDiscrepancy = {
  fact: FactName
  reason: DiscrepancyReason
  document?: FileKind
  expected?: string
  found?: string
}

type DemoApplication = {
  candidateId: number
  userId: string
  fullName: string
  answers: Answers
  progress: Progress
  /** The file that this candidate "uploaded" for each kind. */
  fileOf(kind: FileKind): KeptSpecimen
  /** The start of a payment in progress: the gateway has it, and the portal has not heard of it. */
  pendingSince?: number
  /** The scrutiny officers who share the forms. */
  officers: readonly number[]
}

const [photoStep, documentsStep, paymentStep] = [5, 6, 7]

/** Each step takes this long; a form is filled in within two hours. */
const pace = minutes(12)

/**
 * Writes an application as the candidate would have left it: steps, files, payment, and the submitted version. Joins
 * the caller's transaction. `real`: when the gateway was last "asked" about the payments, by the machine's clock, so
 * that the jobs leave them alone for a while.
 * Long: one candidate's work from the first step to the last finding, each of which dates the next.
 */
export function writeApplication(
  store: DemoStore,
  course: Course,
  { candidateId, userId, fullName, answers: claimed, progress, fileOf, pendingSince, officers }: DemoApplication,
  real: number,
): void {
  const { completedSteps, startedAt, submittedAt, firstSubmittedAt, discrepancies, ...facts } = progress
  const { pickedUpAt, revertedAt, confirmedAt } = facts
  const fee = applicationFee(claimsOf(claimed)!, course.applicationFees)
  const removed = confirmedAt === null ? [] : discrepancies.map(({ fact }) => fact).filter(isClaimFact)
  const answers = removed.length ? withoutClaims(stepForms(course.form), claimed, removed) : claimed
  const claims = claimsOf(answers)!
  const flagged = revertedAt === null ? [] : discrepancies.flatMap(({ fact, reason }) => stepsToCorrect(fact, reason))
  const mode = Number(claimed['type-of-candidature']!.mode)
  store.addApplication(candidateId, {
    ...facts,
    submittedAt,
    mode,
    stepsToCorrect: flagged.reduce<number>((mask, step) => mask | (1 << step), 0),
    // Corrected within hours of being sent back.
    lastRevertedAt: revertedAt ?? (firstSubmittedAt === undefined ? null : submittedAt! - hours(6)),
    claimedType: submittedAt === null ? null : claims.type,
    claimedCategory: submittedAt === null ? null : claims.category,
    convertFee: removed.length ? conversionFee(answers, course.applicationFees, fee) : noMoney,
  })
  const doneAt = (step: number) => startedAt + (step + 1) * pace
  const isDone = (step: number) => step < completedSteps

  const kinds: FileKind[] = [
    ...(isDone(photoStep) ? pictureKinds : []),
    ...(isDone(documentsStep) ? requiredDocuments(claimed).map(({ kind }) => kind) : []),
  ]
  const files = kinds.map((kind) => ({ kind, ...fileOf(kind) }))
  for (const file of files) {
    const isPicture = file.kind === 'photo' || file.kind === 'signature'
    const uploadedAt = doneAt(isPicture ? photoStep : documentsStep) - minutes(2)
    store.addDocument({ candidateId, ...file, uploadedAt })
  }

  for (let step = 0; step < completedSteps; step++) {
    const slug = questionSteps[step]
    const held = slug ? answers[slug] : step === photoStep ? hashesOf(files) : {}
    store.addStep({ candidateId, step, answers: JSON.stringify(held ?? {}), at: doneAt(step) })
  }

  const begun = { candidateId, userId, amount: fee, at: doneAt(paymentStep) - minutes(4), checkedAt: real }
  if (isDone(paymentStep)) store.addPayment({ ...begun, capturedAt: begun.at + minutes(2) })
  else if (pendingSince !== undefined) {
    const { id, orderId, gatewayPaymentId } = store.addPayment({ ...begun, at: pendingSince, capturedAt: null })
    const reference = receiptNumber(course.applicationIdPrefix + course.applicationIdYear, id)
    const money = {
      paymentId: gatewayPaymentId,
      orderId,
      amount: fee,
      currency: 'INR',
      reference,
      failure: null,
      begunAt: pendingSince as Instant,
    }
    store.gatewayOrders.write(orderId, {
      reference,
      amount: fee,
      // Only its path is followed.
      returnTo: new URL(href(candidateBase(course.slug), 'payment/callback'), 'https://demo.invalid').href,
      tries: [{ ...money, state: 'captured' }],
    })
  }

  if (submittedAt === null) return
  const documents = files.map(({ kind, hash }) => ({ kind, hash })).sort((a, b) => (a.kind < b.kind ? -1 : 1))
  const version = (number: number, at: number, held: Answers) =>
    store.addVersion({
      candidateId,
      number,
      submittedAt: at,
      ...sealed({ userId, fullName, answers: held, documents, feePaid: fee, declaration: declarationNow }),
    })
  version(1, firstSubmittedAt ?? submittedAt, claimed)
  if (firstSubmittedAt !== undefined) version(2, submittedAt, claimed)
  if (removed.length) version(2, confirmedAt!, answers)
  const officerId = officers[candidateId % officers.length]
  if (mode !== 1 || officerId === undefined) return
  const isHeld = pickedUpAt !== null && revertedAt === null && confirmedAt === null
  store.addScrutiny({ candidateId, officerId, heldBy: isHeld ? officerId : null })
  const at = revertedAt ?? confirmedAt ?? submittedAt - hours(6)
  for (const { fact, reason, document = null, expected = '', found = '' } of discrepancies) {
    store.addFinding({ candidateId, version: 1, fact, reason, document, expected, found, officerId, at })
  }
}

const hashesOf = (files: readonly { kind: FileKind; hash: string }[]) =>
  Object.fromEntries(pictureKinds.map((kind) => [kind, files.find((file) => file.kind === kind)!.hash]))
