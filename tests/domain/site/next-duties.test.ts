import { expect, test } from 'vitest'
import type { NextSeatAct } from '#server/domain/admission/offer.ts'
import { type DutyFacts, dutiesOf, dutyPage } from '#server/domain/site/next-duties.ts'
import type { Instant } from '#server/kernel/time.ts'

const nothing: DutyFacts = {
  application: { kind: 'confirmed' },
  isPaymentPending: false,
  seat: null,
  options: null,
  certificates: null,
  owesConversionFee: false,
}
const seat = (kind: NextSeatAct['kind'], by: number | null): NextSeatAct => ({
  round: 1,
  choiceCode: '101110110',
  kind,
  by: by as Instant | null,
  from: null,
  loss: 'seat',
  closes: null,
  isClosed: false,
  ownHours: 24,
  reporting: null,
})
const kinds = (facts: Partial<DutyFacts>) => dutiesOf({ ...nothing, ...facts }).map(({ kind }) => kind)

test('the form comes first, then a chance that can be lost, then certificates, then money without a last date', () => {
  const facts = {
    seat: seat('verify', 30),
    options: { round: 2, count: 3, isConfirmed: false, by: 20 },
    certificates: { kind: 'caste-validity' as const, by: 10 },
    owesConversionFee: true,
  }
  expect(kinds(facts)).toEqual(['options', 'seat', 'certificates', 'convert-fee'])
  expect(kinds({ ...facts, application: { kind: 'visit-centre', by: 90 } })[0]).toBe('application')
})

test('of the same weight the earliest deadline comes first, and an act without a deadline last', () => {
  const options = (by: number | null) => ({ round: 2, count: 3, isConfirmed: false, by })
  expect(kinds({ seat: seat('verify', 30), options: options(20) })).toEqual(['options', 'seat'])
  expect(kinds({ seat: seat('verify', 30), options: options(null) })).toEqual(['seat', 'options'])
})

test('every duty has a page', () => {
  const pageOf = (facts: Partial<DutyFacts>) => dutiesOf({ ...nothing, ...facts }).map(dutyPage)
  expect(pageOf({ application: { kind: 'correct', step: 8, corrected: 2, of: 2, by: 1 } })).toEqual([
    { route: 'print-pdf' },
  ])
  expect(pageOf({ application: { kind: 'visit-centre', by: 1 } })).toEqual([{ route: 'appointment' }])
  expect(pageOf({ options: { round: 2, count: 0, isConfirmed: false, by: 1 } })).toEqual([
    { route: 'option-form/select-institutes', round: 2 },
  ])
  expect(pageOf({ certificates: { kind: 'cgpa-conversion', by: 1 } })).toEqual([{ route: 'graducation-marks-file' }])
})

test.each([
  ['a confirmed form', {}],
  ['a form with an officer', { application: { kind: 'await-scrutiny', by: 10 } }],
  ['a form that came too late', { application: { kind: 'too-late', since: 5 } }],
  ['a payment that the bank decides', { application: { kind: 'fill', step: 7, by: 10 }, isPaymentPending: true }],
  ['a seat kept for the next round', { seat: seat('await-round', null) }],
  ['a confirmed option form', { options: { round: 1, count: 3, isConfirmed: true, by: 20 } }],
] as [string, Partial<DutyFacts>][])('%s asks nothing of the candidate', (_, facts) => {
  expect(kinds(facts)).toEqual([])
})

test('a pending payment hides no other step', () => {
  expect(kinds({ application: { kind: 'fill', step: 3, by: 10 }, isPaymentPending: true })).toEqual(['application'])
})
