import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mbale, scd } from '#server/courses/courses.ts'
import { applicationDue, applicationFee, feeReason, receiptNumber } from '#server/domain/money/fees.ts'
import { type Claims, candidatureTypes, categories } from '#server/domain/terms/claims.ts'
import { noMoney, rupees } from '#server/kernel/money.ts'

const open: Claims = {
  type: 'A',
  category: 'OPEN',
  isEws: false,
  isDisabled: false,
  defence: null,
  isOrphan: false,
  minorities: [],
  isTfws: false,
  gender: 'female',
}
const fees = mbale.applicationFees
const feeOf = (claims: Partial<Claims>, of = fees) => applicationFee({ ...open, ...claims }, of) / 100
const dueOf = (claims: Partial<Claims>, paid: number) =>
  applicationDue({ claims: { ...open, ...claims }, fees, paid: rupees(paid) })

describe('the application fee', () => {
  test.each([
    ['Open', {}, 1200],
    ['a reserved category', { category: 'OBC' }, 1000],
    ['EWS', { isEws: true }, 1000],
    ['a person with disability', { isDisabled: true }, 1000],
    ['an orphan', { isOrphan: true }, 1000],
    ['defence, which does not lower it', { defence: 'DEF-1' }, 1200],
    ['a minority, which does not lower it', { minorities: ['J'] }, 1200],
    ['TFWS, which does not lower it', { isTfws: true }, 1200],
    ['type D, reserved', { type: 'D', category: 'SC' }, 1000],
    ['type E, even disabled', { type: 'E', isDisabled: true }, 1200],
    ['outside Maharashtra, even an orphan', { type: 'OMS', isOrphan: true }, 1200],
    ['a J&K migrant', { type: 'J-2' }, 1200],
  ] as const)('for %s', (_, claims, amount) => {
    expect(feeOf(claims)).toBe(amount)
  })

  test('for the diploma is 400, and 300 reduced', () => {
    const own = scd.applicationFees
    expect([feeOf({}, own), feeOf({ category: 'ST' }, own)]).toEqual([400, 300])
  })
})

describe('the reason that a candidate reads for the fee', () => {
  test.each([
    ['open', {}, 'OPEN'],
    ['open', { defence: 'DEF-1' }, undefined],
    ['category', { category: 'OBC', isDisabled: true }, 'OBC'],
    ['certificate', {}, 'OBC'],
    ['ews', { isEws: true }, 'OPEN'],
    ['disability', { isDisabled: true, isOrphan: true }, 'OPEN'],
    ['disability', { isDisabled: true }, 'OBC'],
    ['orphan', { isOrphan: true }, 'OPEN'],
    ['type', { type: 'OMS' }, undefined],
    ['type', { type: 'E', isDisabled: true }, undefined],
    ['type', { type: 'J-2' }, undefined],
  ] as const)('%s: %o, who claims %s', (reason, claims, claimed) => {
    expect(feeReason({ ...open, ...claims }, claimed)).toBe(reason)
  })
})

describe('the amount due', () => {
  test('is unknown before a type is chosen', () => {
    expect(applicationDue({ claims: null, fees, paid: noMoney })).toBeNull()
  })

  test('is the fee, and then nothing', () => {
    expect(dueOf({}, 0)).toEqual({ due: 'application-fee', amount: 120_000 })
    expect(dueOf({}, 1200)).toBeNull()
  })

  test('is the difference once the claims cost more than the amount paid', () => {
    expect(dueOf({}, 1000)).toEqual({ due: 'difference-fee', amount: 20_000 })
  })

  test('is nothing once they cost less, and nothing is paid back', () => {
    expect(dueOf({ category: 'OBC' }, 1200)).toBeNull()
  })

  test('makes up the fee together with the amount paid, or is nothing, for all claims and payments', () => {
    const claims = fc.record({
      type: fc.constantFrom(...candidatureTypes),
      category: fc.constantFrom(...categories),
      isEws: fc.boolean(),
      isDisabled: fc.boolean(),
      isOrphan: fc.boolean(),
    })
    fc.assert(
      fc.property(claims, fc.integer({ min: 0, max: 3000 }), (some, paid) => {
        const fee = feeOf(some)
        const due = dueOf(some, paid)
        expect(due ? due.amount / 100 + paid : Math.max(fee, paid)).toBe(due ? fee : paid)
        if (due) expect(due.due).toBe(paid ? 'difference-fee' : 'application-fee')
      }),
    )
  })
})

test('a receipt number consists of the course, the year and the payment', () => {
  expect(receiptNumber('ML24', 12)).toBe('ML24-000012')
  expect(receiptNumber('SC24', 1_234_567)).toBe('SC24-1234567')
})
