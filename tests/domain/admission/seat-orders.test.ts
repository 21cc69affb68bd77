import { describe, expect, test } from 'vitest'
import { type OfferState, offerStates } from '#server/domain/admission/offer.ts'
import {
  mayOrder,
  type OrderedOffer,
  type OrderedSeat,
  seatOrderKinds,
  zoneQuestion,
} from '#server/domain/admission/seat-orders.ts'
import { type ApplicationState, mayHappen } from '#server/domain/terms/states.ts'
import { ist } from '#server/kernel/time.ts'

const seat = (state: OfferState, more: Partial<OrderedSeat> = {}): OrderedSeat => ({
  state,
  ending: state === 'ended' ? 'withdrawn-by-order' : null,
  isFree: true,
  isRunInHand: false,
  ...more,
})
const standing: Record<OfferState, ApplicationState> = {
  'to-verify': 'allotted',
  'in-grievance': 'allotted',
  'to-decide': 'allotted',
  'to-pay': 'allotted',
  paying: 'allotted',
  'in-grace': 'allotted',
  held: 'accepted',
  'to-report': 'frozen',
  admitted: 'admitted',
  'not-accepted': 'confirmed',
  'not-reported': 'confirmed',
  ended: 'confirmed',
}

describe('an order about a seat', () => {
  test.each(seatOrderKinds)('%s: is possible exactly where the table of transitions has it', (kind) => {
    for (const state of offerStates)
      expect([state, mayOrder(kind, seat(state)).ok]).toEqual([state, mayHappen(kind, standing[state], 'order')])
  })

  test('restores only what an order took or what lapsed', () => {
    for (const ending of ['upgraded', 'claim-failed', 'grievance-upheld', 'cancelled'] as const)
      expect(mayOrder('restore-allotment', seat('ended', { ending }))).toMatchObject({
        refusal: { code: 'order-nothing-to-restore' },
      })
  })

  test('restores a seat that is taken only as a supernumerary one', () => {
    const taken = seat('not-accepted', { isFree: false })
    expect(mayOrder('restore-allotment', taken)).toMatchObject({ refusal: { code: 'order-seat-taken' } })
    expect(mayOrder('restore-allotment', taken, true).ok).toBe(true)
  })

  test('waits while a run that contains the seat is in hand', () => {
    for (const kind of seatOrderKinds)
      expect(mayOrder(kind, seat('held', { isRunInHand: true }))).toMatchObject({
        refusal: { code: 'order-run-in-hand' },
      })
  })
})

describe('what the engine is asked about an order', () => {
  const before = ist('2024-09-01 10:00')
  const newest = { runId: 2, preparedAt: ist('2024-09-10 10:00') }
  const offer = (more: Partial<OrderedOffer> = {}): OrderedOffer => ({
    candidateId: 7,
    runId: 2,
    round: 2,
    choiceCode: '800110110',
    seatType: 'GOPENS',
    originalType: 'LOPENS',
    preference: 1,
    isRetained: false,
    verifiedAt: null,
    grievance: null,
    grievanceDecidedAt: null,
    resetAt: null,
    reportedAt: null,
    decision: null,
    fee: 'unpaid',
    feeBegunAt: null,
    admittedAt: null,
    ending: null,
    endedAt: null,
    ...more,
  })
  const ladies = { choiceCode: '800110110', seatType: 'LOPENS' } as const

  test('a seat of the newest round: the round without the candidate, and back for a restoration', () => {
    expect(zoneQuestion('cancel-allotment', offer(), newest)).toEqual({ runId: 2, without: 7 })
    expect(zoneQuestion('withdraw-acceptance', offer(), newest)).toEqual({ runId: 2, without: 7 })
    expect(zoneQuestion('restore-allotment', offer(), newest)).toEqual({ runId: 2, without: 7, isReversed: true })
  })

  test('a frozen seat of an earlier round: one more seat of its original type in the newest one', () => {
    expect(zoneQuestion('cancel-allotment', offer({ runId: 1 }), newest)).toEqual({
      runId: 2,
      seat: { ...ladies, by: 1 },
    })
  })

  test('a restored seat of an earlier round: one less if it was free in the newest one', () => {
    const one = { runId: 2, without: 7, seat: { ...ladies, by: -1 } }
    expect(zoneQuestion('restore-allotment', offer({ runId: 1 }), newest), 'lapsed').toEqual(one)
    expect(zoneQuestion('restore-allotment', offer({ runId: 1, endedAt: before }), newest)).toEqual(one)
    expect(zoneQuestion('restore-allotment', offer({ runId: 1, endedAt: ist('2024-09-20 10:00') }), newest)).toEqual({
      runId: 2,
      seat: { ...ladies, by: 1 },
      isReversed: true,
    })
  })

  test('nothing about a supernumerary seat, which is none of the matrix', () => {
    expect(zoneQuestion('cancel-allotment', offer({ isSupernumerary: true }), newest)).toBeNull()
    expect(zoneQuestion('restore-allotment', offer(), newest, true)).toBeNull()
  })
})
