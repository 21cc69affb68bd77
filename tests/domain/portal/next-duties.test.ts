import { expect, test } from 'vitest'
import type { NextSeatAct } from '../../../server/domain/admission/offer'
import { type DutyFacts, dutiesOf } from '../../../server/domain/portal/next-duties'
import type { Instant } from '../../../server/kernel/time'

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
  ownHours: 24,
})
const kinds = (facts: Partial<DutyFacts>) => dutiesOf({ ...nothing, ...facts }).map(({ kind }) => kind)

test('the earliest deadline comes first, and an act without a deadline last', () => {
  const facts = {
    seat: seat('verify', 30),
    options: { round: 2, count: 3, isConfirmed: false, by: 20 },
    certificates: { by: 40 },
    owesConversionFee: true,
  }
  expect(kinds(facts)).toEqual(['options', 'seat', 'certificates', 'convert-fee'])
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
