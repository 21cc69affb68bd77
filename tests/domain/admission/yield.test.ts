import { expect, test } from 'vitest'
import type { Offer, OfferState } from '#server/domain/admission/offer.ts'
import { addToYield, keptShare, seatsOver, yieldLosses, yieldMeasures } from '#server/domain/admission/yield.ts'
import { noCounts } from '#server/kernel/counts.ts'

const seat = (state: OfferState, facts: Partial<Offer> = {}) => ({
  state,
  offer: {
    isRetained: false,
    verifiedAt: null,
    decision: null,
    fee: 'unpaid',
    admittedAt: null,
    resetAt: null,
    ending: null,
    ...facts,
  } as Offer,
})
const done = { verifiedAt: 1, decision: 'freeze', fee: 'paid' } as unknown as Partial<Offer>
const counted = (...offers: [ReturnType<typeof seat>, ...ReturnType<typeof seat>[]]) => {
  const counts = noCounts(yieldMeasures)
  addToYield(counts, offers)
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

type Case = [ReturnType<typeof seat>[], Record<string, number>]

test.each<Case>([
  [[seat('not-accepted')], { allotted: 1, 'never-answered': 1 }],
  [[seat('not-accepted', { verifiedAt: 1 as never })], { allotted: 1, verified: 1, undecided: 1 }],
  [[seat('not-accepted', { ...done, fee: 'unpaid' })], { allotted: 1, verified: 1, decided: 1, unpaid: 1 }],
  [[seat('not-reported', done)], { allotted: 1, verified: 1, decided: 1, paid: 1, 'not-reported': 1 }],
  [[seat('ended', { ...done, ending: 'cancelled' })], { allotted: 1, verified: 1, decided: 1, paid: 1, cancelled: 1 }],
  [[seat('ended', { ending: 'grievance-upheld' })], { allotted: 1, 'taken-back': 1 }],
  [[seat('ended', { ending: 'withdrawn-by-order' })], { allotted: 1, 'taken-back': 1 }],
  [[seat('ended', { ...done, ending: 'upgraded' })], { allotted: 1, verified: 1, decided: 1, paid: 1, upgraded: 1 }],
  [
    [seat('admitted', { ...done, admittedAt: 1 as never })],
    { allotted: 1, verified: 1, decided: 1, paid: 1, reported: 1, admitted: 1, kept: 1 },
  ],
  // Still undecided, whoever it waits for: neither kept nor lost.
  ...(['to-verify', 'in-grievance', 'to-decide', 'to-pay', 'paying', 'in-grace'] as const).map(
    (state): Case => [[seat(state)], { allotted: 1, open: 1 }],
  ),
  ...(['held', 'to-report'] as const).map(
    (state): Case => [[seat(state, done)], { allotted: 1, verified: 1, decided: 1, paid: 1, kept: 1 }],
  ),
  // The institute found a fault in an original: what was done before was done, and nothing came after.
  [
    [seat('not-accepted', { resetAt: 1 as never })],
    { allotted: 1, verified: 1, decided: 1, paid: 1, reported: 1, reset: 1 },
  ],
  [
    [seat('held', done), seat('not-accepted', { ...done, verifiedAt: null, isRetained: true, resetAt: 1 as never })],
    { allotted: 1, verified: 1, decided: 1, paid: 1, reported: 1, reset: 1 },
  ],
  // Kept in the next round, and lost there.
  [
    [seat('held', done), seat('not-reported', { ...done, isRetained: true })],
    { allotted: 1, verified: 1, decided: 1, paid: 1, 'not-reported': 1 },
  ],
])('a seat counts at each act that followed, and once for what became of it: %#', (offers, counts) => {
  expect(counted(...(offers as [ReturnType<typeof seat>]))).toEqual(counts)
})

test('the fee of an earlier seat is no act on a seat that nobody decided about', () => {
  expect(counted(seat('not-accepted', { fee: 'paid' }))).toEqual({ allotted: 1, 'never-answered': 1 })
})

test('a seat kept over rounds is one seat, and a better one is another', () => {
  const own = [seat('held', done), seat('held', { ...done, isRetained: true }), seat('to-decide')]
  expect(seatsOver(own).map(({ length }) => length)).toEqual([2, 1])
  expect(seatsOver([])).toEqual([])
})

test('the share kept leaves aside seats left for better ones, and those that are still open', () => {
  expect(keptShare({ allotted: 10, upgraded: 2, open: 0, kept: 6 })).toBe(75)
  expect(keptShare({ allotted: 10, upgraded: 2, open: 2, kept: 6 })).toBe(100)
  expect(keptShare({ allotted: 3, upgraded: 0, open: 0, kept: 1 })).toBe(33.3)
  expect(keptShare({ allotted: 2, upgraded: 2, open: 0, kept: 0 })).toBeNull()
  expect(keptShare({ allotted: 2, upgraded: 0, open: 2, kept: 0 })).toBeNull()
  expect(yieldLosses).not.toContain('upgraded')
})
