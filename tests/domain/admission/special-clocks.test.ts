import { expect, test } from 'vitest'
import type { RoundDeadlines, RoundRule } from '#server/domain/admission/offer.ts'
import { isClockShown, seatClock } from '#server/domain/admission/special-clocks.ts'
import { days, hours, type Instant, ist, plus } from '#server/kernel/time.ts'

const acceptance = ist('2024-09-02 15:00')
const reporting = ist('2024-09-04 17:00')
const deadlines: RoundDeadlines = { acceptBy: acceptance, reportBy: reporting }
const rule: RoundRule = { freezeUpTo: 1, isLast: false, whoReports: 'frozen' }
const late = plus(acceptance, hours(5))
const verified = { verifiedAt: plus(acceptance, -hours(20)) }
const frozen = { ...verified, decision: 'freeze', fee: 'paid' }

const clock = (more: object, now: Instant = late, dates: RoundDeadlines = deadlines) =>
  seatClock(
    {
      ...{ round: 1, choiceCode: '101110110', seatType: 'GOPENS', preference: 3, isRetained: false, verifiedAt: null },
      ...{ grievance: null, grievanceDecidedAt: null, decision: null, fee: 'unpaid', feeBegunAt: null, resetAt: null },
      ...{ reportedAt: null, admittedAt: null, ending: null, orderedUntil: null, orderedAt: null },
      ...more,
    } as never,
    rule,
    dates,
    now,
  )
const order = { orderedAt: acceptance, orderedUntil: plus(acceptance, days(1)) }
const decided = { grievance: 'decided', grievanceDecidedAt: late }

test.each<[string, object, Instant, string | null]>([
  ['the deadline of the round holds', verified, late, null],
  ['a decision before the deadline', { ...verified, ...decided, grievanceDecidedAt: plus(acceptance, -1) }, late, null],
  ['an order', order, late, 'accept order'],
  ['an order, once it has run out', order, plus(acceptance, days(2)), 'accept order'],
  ['an order, verified', { ...verified, ...order }, late, 'accept order'],
  ['an order, decided', { ...verified, decision: 'freeze', ...order }, late, 'accept order'],
  ['a late decision on a grievance', { ...verified, ...decided }, late, 'accept grievance'],
  ['a grievance that is undecided', { grievance: 'open' }, late, null],
  ['a reset by the institute', { resetAt: late }, late, 'accept reset'],
  ['two reasons: the one that ends last', { ...verified, ...decided, ...order }, late, 'accept grievance'],
  ['an order, accepted: time to report', { ...frozen, ...order, orderedUntil: reporting }, late, 'report order'],
  [
    'an order, not reported even so',
    { ...frozen, ...order, orderedUntil: reporting },
    plus(reporting, days(2)),
    'report order',
  ],
  ['an order that ends a day before reporting closes', { ...frozen, ...order }, late, null],
  ['an order, admitted', { ...frozen, ...order, admittedAt: late }, late, null],
])('the longer time of a candidate (rules §8.13 to §8.16): %s', (_, more, now, expected) => {
  const found = clock(more, now)
  expect(found && `${found.act} ${found.reason}`).toBe(expected)
})

test('a clock says when it was given and when it runs out', () => {
  expect(clock(order)).toMatchObject({ since: acceptance, endsAt: plus(acceptance, days(1)) })
  expect(clock({ ...verified, ...decided })).toMatchObject({ since: late, endsAt: plus(late, hours(24)) })
  expect(clock({ resetAt: late })).toMatchObject({ since: late, endsAt: reporting })
  expect(clock(order, late, { acceptBy: null, reportBy: null })).toBeNull()
})

test('the cell sees a clock from a day before its end until three days after (rules §12.2)', () => {
  const ends = 10 * days(1)
  const shown = [-hours(24) - 1, -hours(24), 0, days(3) - 1, days(3)].map((later) => isClockShown(ends, ends + later))
  expect(shown).toEqual([false, true, true, true, false])
})
