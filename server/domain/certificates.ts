import { ok, type Result, refuse } from '../kernel/result'
import { days, type Instant } from '../kernel/time'
import type { Answers } from './application-form/question'
import { compareFractions, fractionOf } from './percentage'
import { type DocumentKind, requiredDocuments } from './required-documents'
import { type Activity, isOpen } from './schedule'
import type { ClaimFact } from './scrutiny'

/** Certificates that are handed in beside the form, under a lock too, and that an officer accepts or rejects. */
export const certificateKinds = [
  'cgpa-conversion',
  'caste-validity',
  'non-creamy-layer',
  'ews-proforma-v',
] as const satisfies DocumentKind[]
export type CertificateKind = (typeof certificateKinds)[number]

export const isCertificateKind = (name: string): name is CertificateKind =>
  (certificateKinds as readonly string[]).includes(name)

/** The receipts with which a form may be submitted, and the certificate that each of them promises. */
const promises: Partial<Record<DocumentKind, CertificateKind>> = {
  'caste-validity-receipt': 'caste-validity',
  'non-creamy-layer-receipt': 'non-creamy-layer',
  'ews-receipt': 'ews-proforma-v',
}

/** The certificates that were applied for when the form was filled. Source: decisions §3 "Documents". */
export const awaitedCertificates = (answers: Answers): CertificateKind[] =>
  requiredDocuments(answers).flatMap(({ kind }) => promises[kind] ?? [])

/** Everything that is to be handed in beside the form. */
export const wantedCertificates = (answers: Answers): CertificateKind[] => [
  ...(answers['qualifications-details']?.degreeResult === 'cgpa' ? (['cgpa-conversion'] as const) : []),
  ...awaitedCertificates(answers),
]

/** The claim that falls where its certificate does not come. Source: decisions §9 "Convert to Open". */
const claimBehind = {
  'caste-validity': 'category',
  'non-creamy-layer': 'category',
  'ews-proforma-v': 'ews',
} as const satisfies Partial<Record<CertificateKind, ClaimFact>>

/** A claim whose certificate was not handed in by its due date, or was rejected. */
export type UnfulfilledClaim = {
  kind: CertificateKind
  claim: ClaimFact
  status: Extract<CertificateStatus, 'wanted' | 'rejected'>
}

/**
 * The claims of a form that are unfulfilled once certificates are due. What still waits for an officer is not the
 * candidate's fault, and waits. Source: decisions §3, §9.
 */
export function unfulfilledClaims(
  answers: Answers,
  statusOf: (kind: CertificateKind) => CertificateStatus,
): UnfulfilledClaim[] {
  return awaitedCertificates(answers).flatMap((kind) => {
    const status = statusOf(kind)
    if (kind === 'cgpa-conversion' || status === 'uploaded' || status === 'verified') return []
    return [{ kind, claim: claimBehind[kind], status }]
  })
}

export const verdicts = ['verified', 'rejected'] as const
export type Verdict = (typeof verdicts)[number]

/** How a certificate stands: still to come, waiting for an officer, or judged. */
export type CertificateStatus = 'wanted' | 'uploaded' | Verdict

export const certificateStatus = (current: { verdict: Verdict | null } | null): CertificateStatus =>
  current === null ? 'wanted' : (current.verdict ?? 'uploaded')

/**
 * May a candidate hand this certificate in, or another in its place? Until its due date, and as long as no officer has
 * accepted it. What was only applied for follows the submitted form; the conversion certificate may come before.
 * `at`: when the request arrived. Source: decisions §3, §9.
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
  return window && isOpen(window, at) ? ok() : refuse('certificates-closed', 422)
}

/** What a conversion certificate states, as it is typed. */
export type StatedMarks = { cgpa: string; scale: string; percentage: string }

/** The numbers must be able to stand on a certificate: no CGPA above its scale, no percentage above 100. Null: they can. */
export function faultyMarks({ cgpa, scale, percentage }: StatedMarks): { field: string; code: string } | null {
  const one = fractionOf('1', '1')!
  const share = fractionOf(cgpa, scale)
  if (!share) return { field: 'scale', code: 'cgpaScale.invalid' }
  if (compareFractions(share, one) > 0) return { field: 'cgpa', code: 'cgpa.above-scale' }
  const percent = fractionOf(percentage, '100')
  return percent && compareFractions(percent, one) <= 0 ? null : { field: 'percentage', code: 'cgpaPercentage.invalid' }
}

/** How many days before the due date candidates are reminded. Source: decisions §3. */
export const reminderDays = [7, 3, 1] as const

/** The reminder whose time it is; after a long silence the latest one alone. Null: none, or it is too late. */
export function reminderAt(dueAt: number, now: number): (typeof reminderDays)[number] | null {
  if (now >= dueAt) return null
  return [...reminderDays].reverse().find((before) => now >= dueAt - days(before)) ?? null
}
