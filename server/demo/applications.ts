import type { CourseProfile } from '../courses/course'
import { claimsOf } from '../domain/application-form/claims'
import { type Answers, questionSteps } from '../domain/application-form/question'
import { type FileKind, pictureKinds } from '../domain/document-rules'
import { applicationFee, receiptNumber } from '../domain/fees'
import type { StepNumber } from '../domain/journey'
import { requiredDocuments } from '../domain/required-documents'
import { sealed } from '../features/application/snapshot'
import { minutes } from '../kernel/time'
import type { KeptSpecimen } from './specimens'
import type { DemoStore } from './store'

/** How far an application has come, and when. Times are epoch milliseconds of the demo's clock. */
export type Progress = {
  /** Steps 0 to completedSteps − 1 are complete. */
  completedSteps: number
  startedAt: number
  submittedAt: number | null
  pickedUpAt: number | null
  revertedAt: number | null
  stepsToCorrect: readonly StepNumber[]
  confirmedAt: number | null
}

export type DemoApplication = {
  candidateId: number
  userId: string
  fullName: string
  answers: Answers
  progress: Progress
  /** What this candidate has "uploaded" for each kind. */
  fileOf(kind: FileKind): KeptSpecimen
  /** The fee has been under way since then: the gateway has it, and the portal has not heard of it. */
  pendingSince?: number
}

const [photoStep, documentsStep, paymentStep] = [5, 6, 7]

/** Each step takes this long; a form is filled in within two hours. */
const pace = minutes(12)

/**
 * Writes an application as it would stand had the candidate filled it in: steps, files, payment, and the version that
 * was submitted. In the caller's transaction. `real`: when the gateway was "asked" about the payments last, by the
 * machine's clock, so that the jobs leave them alone for a while.
 */
export function writeApplication(
  store: DemoStore,
  course: CourseProfile,
  { candidateId, userId, fullName, answers, progress, fileOf, pendingSince }: DemoApplication,
  real: number,
): void {
  const { completedSteps, startedAt, submittedAt, stepsToCorrect, ...facts } = progress
  store.addApplication(candidateId, {
    ...facts,
    submittedAt,
    mode: Number(answers['type-of-candidature']!.mode),
    stepsToCorrect: stepsToCorrect.reduce<number>((mask, step) => mask | (1 << step), 0),
  })
  const doneAt = (step: number) => startedAt + (step + 1) * pace
  const isDone = (step: number) => step < completedSteps

  const kinds: FileKind[] = [
    ...(isDone(photoStep) ? pictureKinds : []),
    ...(isDone(documentsStep) ? requiredDocuments(answers).map(({ kind }) => kind) : []),
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

  const fee = applicationFee(claimsOf(answers)!, course.applicationFees)
  const begun = { candidateId, userId, amount: fee, at: doneAt(paymentStep) - minutes(4), checkedAt: real }
  if (isDone(paymentStep)) store.addPayment({ ...begun, capturedAt: begun.at + minutes(2) })
  else if (pendingSince !== undefined) {
    const { id, orderId, gatewayPaymentId } = store.addPayment({ ...begun, at: pendingSince, capturedAt: null })
    const reference = receiptNumber(course.applicationIdPrefix + course.applicationIdYear, id)
    const money = { paymentId: gatewayPaymentId, orderId, amount: fee, currency: 'INR', reference, failure: null }
    store.gatewayOrders.write(orderId, {
      reference,
      amount: fee,
      returnTo: null,
      tries: [{ ...money, state: 'captured' }],
    })
  }

  if (submittedAt === null) return
  const documents = files.map(({ kind, hash }) => ({ kind, hash })).sort((a, b) => (a.kind < b.kind ? -1 : 1))
  const version = sealed({ userId, fullName, answers, documents, feePaid: fee })
  store.addVersion({ candidateId, submittedAt, ...version })
}

const hashesOf = (files: readonly { kind: FileKind; hash: string }[]) =>
  Object.fromEntries(pictureKinds.map((kind) => [kind, files.find((file) => file.kind === kind)!.hash]))
