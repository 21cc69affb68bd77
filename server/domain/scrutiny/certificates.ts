import { type DocumentKind, requiredDocuments } from '#server/domain/application/required-documents.ts'
import { compareFractions, fractionOf } from '#server/domain/terms/percentage.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { type Activity, isOpen, outsideWindow } from '#server/domain/terms/schedule.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ClaimFact } from './scrutiny'

/** Certificates that are handed in beside the form, even while it is locked, and that an officer accepts or rejects. */
export const certificateKinds = [
  'cgpa-conversion',
  'caste-validity',
  'non-creamy-layer',
  'ews-proforma-v',
] as const satisfies DocumentKind[]
export type CertificateKind = (typeof certificateKinds)[number]

export const isCertificateKind = (name: string): name is CertificateKind =>
  (certificateKinds as readonly string[]).includes(name)

/** What becomes of an admission whose awaited certificate is missed after the rounds; season data. */
export type MissedOutcome = 'cancel' | 'keep'

/** The certificates that may follow a submitted form. */
export type AwaitedKind = Exclude<CertificateKind, 'cgpa-conversion'>

/** The receipts with which a form may be submitted, and the certificate that each one promises. */
const promises: Partial<Record<DocumentKind, AwaitedKind>> = {
  'caste-validity-receipt': 'caste-validity',
  'non-creamy-layer-receipt': 'non-creamy-layer',
  'ews-receipt': 'ews-proforma-v',
}

/** The receipt that promises a certificate; null for one that no receipt promises. */
export const receiptFor = (kind: CertificateKind): DocumentKind | null =>
  (Object.keys(promises) as DocumentKind[]).find((receipt) => promises[receipt] === kind) ?? null

/** The activity in the schedule whose end is the due date of certificates that have none of their own. Source: rules §9.5. */
export const certificatesActivity = 'certificates'

/** The activity whose end is the due date of one kind, if the schedule has it. */
export const activityOfCertificate = (kind: CertificateKind): string => `${certificatesActivity}-${kind}`

/** The certificate of such an activity; null for any other. */
export const certificateOfActivity = (key: string): CertificateKind | null =>
  certificateKinds.find((kind) => activityOfCertificate(kind) === key) ?? null

/** The certificate that a receipt promises; null for any other document. */
export const promisedBy = (kind: DocumentKind): CertificateKind | null => promises[kind] ?? null

/** The certificates that were only applied for when the form was filled. Source: rules §3.10. */
export const awaitedCertificates = (answers: Answers): AwaitedKind[] =>
  requiredDocuments(answers).flatMap(({ kind }) => promises[kind] ?? [])

/** Everything that must be handed in beside the form. */
export const wantedCertificates = (answers: Answers): CertificateKind[] => [
  ...(answers['qualifications-details']?.degreeResult === 'cgpa' ? (['cgpa-conversion'] as const) : []),
  ...awaitedCertificates(answers),
]

/** The claim that is lost if its certificate does not arrive. Source: rules §9.1. */
const claimBehind = {
  'caste-validity': 'category',
  'non-creamy-layer': 'category',
  'ews-proforma-v': 'ews',
} as const satisfies Partial<Record<CertificateKind, ClaimFact>>

/** A claim whose certificate was rejected or not handed in by its due date. */
export type UnfulfilledClaim = {
  kind: AwaitedKind
  claim: ClaimFact
  status: Extract<CertificateStatus, 'wanted' | 'rejected'>
}

/**
 * The claims of a form that are unfulfilled once certificates are due. A certificate that still waits for an officer
 * does not count against the candidate. Source: rules §3.10, §9.5.
 */
export function unfulfilledClaims(
  answers: Answers,
  statusOf: (kind: CertificateKind) => CertificateStatus,
): UnfulfilledClaim[] {
  return awaitedCertificates(answers).flatMap((kind) => {
    const status = statusOf(kind)
    if (status === 'uploaded' || status === 'verified') return []
    return [{ kind, claim: claimBehind[kind], status }]
  })
}

const verdicts = ['verified', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

/** The state of a certificate: not handed in, waiting for an officer, or judged. */
export type CertificateStatus = 'wanted' | 'uploaded' | Verdict

export const certificateStatus = (current: { verdict: Verdict | null } | null): CertificateStatus =>
  current === null ? 'wanted' : (current.verdict ?? 'uploaded')

/**
 * May a candidate hand this certificate in, or replace it? Yes, until its due date and until an officer has accepted
 * it. A certificate that was only applied for comes after the submitted form; the conversion certificate may come
 * before. `at`: when the request arrived. Source: rules §3.10, §9.5.
 */
export function mayHandIn(
  kind: CertificateKind,
  { answers, isSubmitted, status }: { answers: Answers; isSubmitted: boolean; status: CertificateStatus },
  window: Pick<Activity, 'opensAt' | 'closesAt'> | undefined,
  at: Instant,
): Result<undefined> {
  if (!wantedCertificates(answers).includes(kind)) return refuse('certificate-not-wanted', 404)
  if (status === 'verified') return refuse('certificate-verified', 409)
  if (kind !== 'cgpa-conversion' && !isSubmitted) return refuse('certificate-after-submission', 409)
  return window && isOpen(window, at) ? ok() : outsideWindow('certificates-closed', window, at)
}

/** The values on a conversion certificate, as typed. */
export type StatedMarks = { cgpa: string; scale: string; percentage: string }

/** Checks that the numbers are possible: no CGPA above its scale, no percentage above 100. Null if they are. */
export function faultyMarks({ cgpa, scale, percentage }: StatedMarks): { field: string; code: string } | null {
  const one = fractionOf('1', '1')!
  const share = fractionOf(cgpa, scale)
  if (!share) return { field: 'scale', code: 'cgpaScale.invalid' }
  if (compareFractions(share, one) > 0) return { field: 'cgpa', code: 'cgpa.above-scale' }
  const percent = fractionOf(percentage, '100')
  return percent && compareFractions(percent, one) <= 0 ? null : { field: 'percentage', code: 'cgpaPercentage.invalid' }
}

/**
 * The outcome for an admission when several certificates are missed: it is cancelled if the rule for one of them says
 * so. Source: rules §9.5.
 */
export const missedOutcome = (
  kinds: readonly AwaitedKind[],
  rules: Readonly<Record<AwaitedKind, MissedOutcome>>,
): MissedOutcome => (kinds.some((kind) => rules[kind] === 'cancel') ? 'cancel' : 'keep')
