import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mbale, scd } from '#server/courses/courses.ts'
import { convertFeeThreshold } from '#server/domain/money/fees.ts'
import { type ConvertFeeFacts, isConvertFeeOpen } from '#server/domain/terms/permissions.ts'
import { noMoney, rupees } from '#server/kernel/money.ts'

fc.configureGlobal({ seed: 1200 })

// "Convert fee opens when the convert payment status is 'N', the convert fee is above 0, and the sum of the three paid
// amounts (isconvert_paid_amt, paid_amt, diff_amt_paid) is below 1200." Source: rules §18.12; amounts in rupees.

const due: ConvertFeeFacts = {
  paymentStatus: 'N',
  fee: rupees(200),
  convertPaid: noMoney,
  paid: rupees(1000),
  differencePaid: noMoney,
  threshold: convertFeeThreshold(mbale.applicationFees),
}
type InRupees = Partial<Record<'fee' | 'convertPaid' | 'paid' | 'differencePaid', number>>
/** `amounts` in rupees. */
function isOpen(amounts: InRupees, more: Partial<ConvertFeeFacts> = {}) {
  const facts = Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, rupees(amount)]))
  return isConvertFeeOpen({ ...due, ...facts, ...more })
}

test('it opens for a candidate who paid the reserved fee and lost the claim', () => {
  expect(isOpen({})).toBe(true)
})

test.each([
  ['N', true],
  ['Y', false],
] as const)("the convert payment status is 'N': '%s' → %s", (paymentStatus, expected) => {
  expect(isOpen({}, { paymentStatus })).toBe(expected)
})

test.each([
  [0, false],
  [0.01, true],
  [1, true],
  [200, true],
  [-200, false],
])('the convert fee is above 0: %d → %s', (fee, expected) => {
  expect(isOpen({ fee })).toBe(expected)
})

describe('the sum of the three paid amounts is below 1200', () => {
  test.each([
    [[0, 0, 0], true],
    [[0, 1199, 0], true],
    [[0, 1199.99, 0], true],
    [[0, 1200, 0], false],
    [[0, 1200.01, 0], false],
    [[199, 1000, 0], true],
    [[200, 1000, 0], false],
    [[0, 1000, 199.99], true],
    [[0, 1000, 200], false],
    [[100, 1000, 99], true],
    [[100, 1000, 99.99], true],
    [[100, 1000, 100], false],
    [[1199.99, 0, 0], true],
    [[1200, 0, 0], false],
    [[0, 0, 1199.99], true],
    [[0, 0, 1200], false],
    [[400, 400, 399.99], true],
    [[400, 400, 400], false],
  ] as const)('%j → %s', ([convertPaid, paid, differencePaid], expected) => {
    expect(isOpen({ convertPaid, paid, differencePaid })).toBe(expected)
  })

  test('amounts that total exactly 1200 rupees to the paisa do not open it', () => {
    expect(isOpen({ convertPaid: 972.89, paid: 162.25, differencePaid: 64.86 })).toBe(false)
  })

  test('three amounts in paise decide as their exact sum does', () => {
    const upTo = (paise: number) => fc.integer({ min: 0, max: paise })
    fc.assert(
      fc.property(upTo(120_000), upTo(120_000), fc.integer({ min: -300, max: 300 }), (a, b, near) => {
        const c = Math.max(0, 120_000 - a - b + near)
        const open = isOpen({ convertPaid: a / 100, paid: b / 100, differencePaid: c / 100 })
        expect(open).toBe(a + b + c < 120_000)
      }),
      { numRuns: 2000, examples: [[97_289, 16_225, 0]] },
    )
  })
})

test('"The threshold 1200 … is the fee for Open; for scd it is 400."', () => {
  const diploma = { threshold: convertFeeThreshold(scd.applicationFees) }
  expect([due.threshold, diploma.threshold]).toEqual([rupees(1200), rupees(400)])
  expect(isOpen({ fee: 100, paid: 300 }, diploma)).toBe(true)
  expect(isOpen({ fee: 100, paid: 300, convertPaid: 99.99 }, diploma)).toBe(true)
  expect(isOpen({ fee: 100, paid: 300, convertPaid: 100 }, diploma)).toBe(false)
  expect(isOpen({ fee: 100, paid: 400 }, diploma)).toBe(false)
})
