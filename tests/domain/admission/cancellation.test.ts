import { describe, expect, test } from 'vitest'
import { isReturnLate, mayCancel, type Return, returnFaults } from '#server/domain/admission/cancellation.ts'
import { rupees } from '#server/kernel/money.ts'
import { days, ist, plus } from '#server/kernel/time.ts'

const cutOff = ist('2024-09-30 17:00')
const facts = { hasSeat: true, cancelledAt: null, cutOff }

describe('cancelling an admission', () => {
  test('is possible once, with a seat, until 17:00 on the cut-off date', () => {
    expect(mayCancel(facts, plus(cutOff, -1))).toMatchObject({ ok: true })
    expect(mayCancel(facts, cutOff)).toMatchObject({ refusal: { code: 'cancellation-closed' } })
    expect(mayCancel({ ...facts, hasSeat: false }, plus(cutOff, -1))).toMatchObject({
      refusal: { code: 'not-admitted' },
    })
    const twice = mayCancel({ ...facts, cancelledAt: plus(cutOff, -5) }, plus(cutOff, -1))
    expect(twice).toMatchObject({ refusal: { code: 'already-cancelled' } })
  })

  test('gives the institute two days to return fees and documents', () => {
    const requestedAt = ist('2024-09-10 11:00')
    const late = (after: number, returnedAt: number | null) =>
      isReturnLate(
        { requestedAt, returnedAt: returnedAt === null ? null : plus(requestedAt, returnedAt) },
        plus(requestedAt, after),
      )
    expect([late(days(2) - 1, null), late(days(2), null), late(days(9), days(2) - 1), late(days(9), days(2))]).toEqual([
      false,
      true,
      false,
      true,
    ])
  })
})

describe("an institute's record of a return", () => {
  const sound: Return = {
    paid: rupees(80_000),
    deposit: rupees(5_000),
    charge: rupees(1_000),
    mode: 'bank-transfer',
    number: 'N24254',
    originalsReturned: true,
  }
  const faults = (more: Partial<Return>, requestedAt = plus(cutOff, -1)) =>
    returnFaults({ ...sound, ...more }, requestedAt, cutOff).map(({ field }) => field)

  test('keeps at most ₹1,000 before the cut-off', () => {
    expect(faults({})).toEqual([])
    expect(faults({ charge: rupees(1_000.01) })).toEqual(['charge'])
  })
  test('returns at least the deposits after the cut-off', () => {
    expect(faults({ charge: rupees(75_000) }, cutOff)).toEqual([])
    expect(faults({ charge: rupees(75_001) }, cutOff)).toEqual(['charge'])
  })
  test('needs a number and the return of the originals', () => {
    expect(faults({ number: ' ' })).toEqual(['number'])
    expect(faults({ originalsReturned: false })).toEqual(['originalsReturned'])
    expect(
      faults({ paid: rupees(0), deposit: rupees(0), charge: rupees(0), mode: 'nothing-paid', number: '' }),
    ).toEqual([])
    expect(faults({ mode: 'nothing-paid' })).toEqual(['mode'])
  })
})
