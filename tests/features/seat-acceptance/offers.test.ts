import { beforeEach, describe, expect, test } from 'vitest'
import { seatAcceptanceStore } from '#server/features/admission/seat-acceptance/store.ts'
import { days, plus } from '#server/kernel/time.ts'
import { optionsOf, type Placed, runOf, somebody } from '#tests/features/allotment/published-round.ts'
import { acceptSeat, admitTo } from '#tests/support/acceptance.ts'
import { staffAccount } from '#tests/support/desk.ts'
import { openPortal, type TestPortal } from '#tests/support/portal.ts'
import { acceptance } from '#tests/support/seated.ts'

/** What one SQL read says of a seat, from the rows that each feature writes. */

let portal: TestPortal
let placed: Placed
const code = '301510110'
const other = '301520110'
const courses = [
  { choiceCode: code, seats: { GOPENS: 2 } },
  { choiceCode: other, seats: { GOPENS: 2 } },
]
const store = () => seatAcceptanceStore(portal.services.db)
const offers = () => store().offers(placed.id)
const run = (sql: string, ...values: (string | number | null)[]) =>
  portal.services.db.sqlite.prepare(sql).run(...values)

beforeEach(async () => {
  portal = await openPortal({ at: acceptance.published })
  const person = somebody(portal, 'ML24900001', 'Meera Joshi')
  placed = { ...person, state: 1, allIndia: 1, seat: { choiceCode: code, seatType: 'GOPENS', preference: 2 } }
  optionsOf(portal, person.id, [other, code])
  runOf(portal, { courses, placed: [placed] })
})

/** A second round: another seat, or the same one kept. */
const secondRound = (seat: NonNullable<Placed['seat']>) =>
  runOf(portal, { round: 2, courses, placed: [{ ...placed, seat }], preparedAt: plus(acceptance.open, days(10)) })

describe('an offer', () => {
  test('is untouched after the publication', () => {
    expect(offers()).toMatchObject([
      {
        round: 1,
        choiceCode: code,
        preference: 2,
        isRetained: false,
        verifiedAt: null,
        grievance: null,
        decision: null,
        fee: 'unpaid',
        admittedAt: null,
        ending: null,
      },
    ])
  })

  test('of a run that is not published does not exist', () => {
    runOf(portal, { round: 2, state: 'released', courses, placed: [placed] })
    expect(offers()).toHaveLength(1)
    expect(store().newestRound()).toBe(1)
  })

  test('shows the verification, the decision and the first payment that counts', () => {
    acceptSeat(portal.services.db, placed.id, 1, 'betterment', acceptance.open)
    expect(offers()).toMatchObject([
      { verifiedAt: acceptance.open, decision: 'betterment', fee: 'paid', feeBegunAt: acceptance.open },
    ])
  })

  test('counts a pending payment, and not one that is refunded or has failed', () => {
    const pay = (status: string, at: number) =>
      run(
        `INSERT INTO payments (candidate_id, due, amount, gateway, status, created_at, changed_at)
         VALUES (?, 'seat-acceptance', 100000, 'razorpay', ?, ?, ?)`,
        placed.id,
        status,
        at,
        at,
      ).lastInsertRowid
    pay('failed', 1)
    expect(offers()[0]!.fee).toBe('unpaid')
    pay('pending', 2)
    expect(offers()[0]).toMatchObject({ fee: 'pending', feeBegunAt: 2 })
    const captured = Number(pay('captured', 3))
    expect(offers()[0]).toMatchObject({ fee: 'paid', feeBegunAt: 3 })
    run(
      `INSERT INTO refunds (payment_id, amount, reason, status, next_attempt_at, created_at, changed_at)
       VALUES (?, 100000, 'not-due', 'requested', 1, 1, 1)`,
      captured,
    )
    expect(offers()[0]).toMatchObject({ fee: 'pending', feeBegunAt: 2 })
  })

  test('a verification counts in later rounds, and not any more after a reset', async () => {
    acceptSeat(portal.services.db, placed.id, 1, 'betterment', acceptance.open)
    secondRound({ choiceCode: other, seatType: 'GOPENS', preference: 1 })
    expect(offers()).toMatchObject([
      { round: 1, ending: 'upgraded' },
      // The better seat needs a decision of its own; the fee is paid once in the season.
      { round: 2, verifiedAt: acceptance.open, decision: null, fee: 'paid', ending: null },
    ])
    const { id } = await staffAccount(portal, 'institute')
    run(
      "INSERT INTO seat_resets (candidate_id, round, fact, reason, at, reset_by) VALUES (?, 2, 'degree', 'x', ?, ?)",
      placed.id,
      plus(acceptance.open, days(14)),
      id,
    )
    expect(offers()[1]).toMatchObject({ verifiedAt: null })
  })

  test('a retained seat keeps the decision of the round that gave it', () => {
    acceptSeat(portal.services.db, placed.id, 1, 'betterment', acceptance.open)
    secondRound({ choiceCode: code, seatType: 'GOPENS', preference: 2, retained: true })
    expect(offers()).toMatchObject([{ ending: null }, { isRetained: true, decision: 'betterment', ending: null }])
  })

  test('a retained seat keeps the admission of the round that gave it, and another seat does not', async () => {
    acceptSeat(portal.services.db, placed.id, 1, 'betterment', acceptance.open)
    const { id } = await staffAccount(portal, 'institute')
    const admittedAt = plus(acceptance.open, days(3))
    admitTo(portal.services.db, placed.id, 1, code, admittedAt, id)
    secondRound({ choiceCode: code, seatType: 'GOPENS', preference: 2, retained: true })
    expect(offers()).toMatchObject([{ admittedAt }, { isRetained: true, admittedAt }])
    runOf(portal, {
      round: 3,
      courses,
      placed: [{ ...placed, seat: { choiceCode: other, seatType: 'GOPENS', preference: 1 } }],
    })
    expect(offers()).toMatchObject([{ ending: 'upgraded' }, { ending: 'upgraded' }, { admittedAt: null }])
  })

  test('a verification that cost the seat does not count again', () => {
    acceptSeat(portal.services.db, placed.id, 1, 'freeze', acceptance.open)
    store().end({ candidateId: placed.id, round: 1, ending: 'grievance-upheld', at: acceptance.open, orderId: null })
    secondRound({ choiceCode: other, seatType: 'GOPENS', preference: 1 })
    expect(offers()).toMatchObject([{ ending: 'grievance-upheld' }, { verifiedAt: null, ending: null }])
  })

  test('the bulk reads say the same as the read of one candidate', () => {
    acceptSeat(portal.services.db, placed.id, 1, 'freeze', acceptance.open)
    const one = offers()
    expect(store().offersOfRound(1, 0, 10)).toEqual(one)
    expect(store().offersAt(1, '3015')).toEqual(one)
    expect(store().offersOf([placed.id])).toEqual(one)
    expect(store().offersOfRound(1, placed.id, 10)).toEqual([])
  })
})
