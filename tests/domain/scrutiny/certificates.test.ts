import { describe, expect, test } from 'vitest'
import {
  certificateOfActivity,
  certificateStatus,
  faultyMarks,
  isCertificateKind,
  mayHandIn,
  missedOutcome,
  promisedBy,
  receiptFor,
  unfulfilledClaims,
  wantedCertificates,
} from '#server/domain/scrutiny/certificates.ts'
import { ist, plus } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'

const now = ist('2024-08-10 12:00')
const window = { opensAt: plus(now, -1), closesAt: plus(now, 1) }
const cgpa = { 'qualifications-details': { degreeResult: 'cgpa' } } as never

describe('a conversion certificate', () => {
  const hands = (more: object = {}, at = now, of: typeof window | undefined = window) => {
    const may = mayHandIn(
      'cgpa-conversion',
      { answers: cgpa, isSubmitted: false, status: 'wanted', ...more } as never,
      of,
      at,
    )
    return may.ok ? 'yes' : `${may.refusal.code} ${may.refusal.status}`
  }

  test('may come before the submission, until it is accepted and while certificates are taken', () => {
    expect(hands()).toBe('yes')
    expect(hands({ isSubmitted: true, status: 'rejected' })).toBe('yes')
    expect(hands({ status: 'verified' })).toBe('certificate-verified 409')
    expect(hands({ answers: {} })).toBe('certificate-not-wanted 404')
    expect(hands({}, plus(now, 1))).toMatch(/^certificates-closed/)
    expect(hands({}, plus(now, -2))).not.toBe('yes')
    expect(hands({}, now, null as never)).not.toBe('yes')
  })

  test('is wanted for a CGPA alone', () => {
    expect(wantedCertificates(cgpa)).toEqual(['cgpa-conversion'])
    expect(wantedCertificates({ 'qualifications-details': { degreeResult: 'marks' } } as never)).toEqual([])
    expect(wantedCertificates({})).toEqual([])
  })
})

test.each<[string, string, string, string | null]>([
  ['10', '10', '100', null],
  ['7.5', '10', '71.25', null],
  ['10.01', '10', '71', 'cgpa cgpa.above-scale'],
  ['7', '0', '71', 'scale cgpaScale.invalid'],
  ['7', '10', '100.01', 'percentage cgpaPercentage.invalid'],
  ['7', '10', 'x', 'percentage cgpaPercentage.invalid'],
  ['0', '10', '0', null],
])('a CGPA of %s on a scale of %s that is %s %%: %s', (cgpa, scale, percentage, expected) => {
  const found = faultyMarks({ cgpa, scale, percentage })
  expect(found && `${found.field} ${found.code}`).toBe(expected)
})

test('a certificate is wanted, handed in, or judged', () => {
  expect(certificateStatus(null)).toBe('wanted')
  expect(certificateStatus({ verdict: null })).toBe('uploaded')
  expect(certificateStatus({ verdict: 'rejected' })).toBe('rejected')
})

test('one missed certificate that cancels is enough', () => {
  const rules = { 'caste-validity': 'keep', 'non-creamy-layer': 'cancel', 'ews-proforma-v': 'keep' } as const
  expect(missedOutcome(['caste-validity', 'non-creamy-layer'], rules)).toBe('cancel')
  expect(missedOutcome(['caste-validity', 'ews-proforma-v'], rules)).toBe('keep')
  expect(missedOutcome([], rules)).toBe('keep')
})

test('a claim is unfulfilled unless its certificate is verified or waits for an officer (rules §9.5)', () => {
  const answers = answersWith(ashasAnswers, { 'category-details': { validityStatus: 'applied' } })
  const found = (['wanted', 'rejected', 'uploaded', 'verified'] as const).map((status) =>
    unfulfilledClaims(answers, () => status).map(({ kind, claim }) => `${kind} ${claim}`),
  )
  expect(found).toEqual([['caste-validity category'], ['caste-validity category'], [], []])
})

test('a receipt promises one certificate, and each has an activity of its own', () => {
  expect(receiptFor('caste-validity')).toBe('caste-validity-receipt')
  expect(receiptFor('cgpa-conversion')).toBeNull()
  expect(promisedBy('ews-receipt')).toBe('ews-proforma-v')
  expect(promisedBy('photo' as never)).toBeNull()
  expect(certificateOfActivity('certificates-non-creamy-layer')).toBe('non-creamy-layer')
  expect(certificateOfActivity('certificates')).toBeNull()
  expect([isCertificateKind('caste-validity'), isCertificateKind('photo')]).toEqual([true, false])
})
