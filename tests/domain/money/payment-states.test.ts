import { describe, expect, test } from 'vitest'
import {
  abandonedAfter,
  fateOf,
  isOpenPayment,
  isTryInTime,
  knownOf,
  mayBecome,
  mayGiveBack,
  moneyUses,
  type PaymentStatus,
  paymentStatuses,
  situationOf,
  situations,
  statusByTries,
  type TryKnown,
  type TryNews,
  tryKnowledge,
  tryNews,
  tryTable,
  undecidedAfter,
  whyBack,
} from '#server/domain/terms/payment-states.ts'
import { type Instant, ist, minutes, plus } from '#server/kernel/time.ts'

/** Rules §4.3: statuses move forward only, but failed or expired becomes captured if the gateway reports it late. */
const allowed = new Set([
  'created → pending',
  'created → captured',
  'created → failed',
  'created → expired',
  'pending → captured',
  'pending → failed',
  'pending → expired',
  'captured → refunded',
  'failed → captured',
  'expired → captured',
])
const pairs = paymentStatuses.flatMap((from) => paymentStatuses.map((to) => [from, to] as const))

test.each(pairs)('%s → %s', (from, to) => {
  expect(mayBecome(from, to)).toBe(allowed.has(`${from} → ${to}`))
})

test('only a created or pending payment is undecided', () => {
  expect(paymentStatuses.filter(isOpenPayment)).toEqual(['created', 'pending'])
})

describe('the status of an open payment, from its attempts at the gateway', () => {
  const day = abandonedAfter
  test.each<['created' | 'pending', TryKnown[], number, PaymentStatus]>([
    ['created', [], 0, 'created'],
    ['pending', [], 0, 'pending'],
    ['created', [], day + 1, 'expired'],
    ['pending', [], day + 1, 'expired'],
    ['created', ['running'], 0, 'pending'],
    ['pending', ['running'], day + 1, 'pending'],
    ['pending', ['running'], undecidedAfter + 1, 'expired'],
    ['created', ['failed'], 0, 'failed'],
    ['pending', ['failed', 'failed'], 0, 'failed'],
    ['created', ['failed', 'running'], 0, 'pending'],
    ['pending', ['refunded'], 0, 'failed'],
    ['pending', ['failed', 'refunded'], 0, 'failed'],
    ['pending', ['refunded', 'running'], 0, 'pending'],
  ])('%s with %j at the age of %i: %s', (status, tries, age, expected) => {
    expect(statusByTries(status, tries, age).status).toBe(expected)
  })
})

/** Every sequence of these, each used at most `times` times. */
function* sequences<T>(of: readonly T[], longest: number): Generator<T[]> {
  yield []
  if (longest === 0) return
  for (const one of of) for (const rest of sequences(of, longest - 1)) yield [one, ...rest]
}

describe('the table of a try', () => {
  const told = (news: readonly TryNews[]) => knownOf(news.map((one) => ({ news: one })))

  test('has an entry for everything that we can know and the gateway can say', () => {
    expect(Object.keys(tryTable)).toEqual([...tryKnowledge])
    for (const row of Object.values(tryTable)) expect(Object.keys(row)).toEqual([...tryNews])
  })

  test('what is known does not depend on the order of the news, nor on repetitions, as long as no return fails', () => {
    const weight = ['unheard', 'running', 'failed', 'captured', 'refunded'] as const
    for (const news of sequences(['running', 'failed', 'captured', 'refunded'] as const, 5)) {
      const heaviest = Math.max(0, ...news.map((one) => weight.indexOf(one)))
      expect(told(news), news.join()).toBe(weight[heaviest])
    }
  })

  test('money comes and leaves in turn: it never comes twice, and never leaves before it came', () => {
    for (const news of sequences(tryNews, 5)) {
      let known: TryKnown = 'unheard'
      let isHere = false
      for (const one of news) {
        const turn: (typeof tryTable)['unheard']['running'] = tryTable[known][one]
        if (turn.money === 'comes') expect(isHere, news.join()).toBe(false)
        if (turn.money === 'leaves') expect(isHere, news.join()).toBe(true)
        if (turn.money !== 'stays') isHere = turn.money === 'comes'
        expect(turn.known === 'captured', news.join()).toBe(isHere)
        known = turn.known
      }
    }
  })

  test.each<[string, { news: TryNews; refund?: string }[], TryKnown]>([
    [
      'a return that failed leaves the money here',
      [{ news: 'refunded', refund: 'r1' }, { news: 'refund-failed', refund: 'r1' }, { news: 'captured' }],
      'captured',
    ],
    [
      'also if its failure is heard first',
      [{ news: 'refund-failed', refund: 'r1' }, { news: 'captured' }, { news: 'refunded', refund: 'r1' }],
      'captured',
    ],
    [
      'a second return succeeds',
      [
        { news: 'captured' },
        { news: 'refunded', refund: 'r1' },
        { news: 'refund-failed', refund: 'r1' },
        { news: 'refunded', refund: 'r2' },
      ],
      'refunded',
    ],
    [
      'the failure of another one changes nothing',
      [{ news: 'refunded', refund: 'r2' }, { news: 'captured' }],
      'refunded',
    ],
  ])('%s', (_, news, known) => {
    expect(knownOf(news)).toBe(known)
  })
})

describe('the table of money that comes', () => {
  const all = [true, false].flatMap((isMatching) =>
    [true, false].flatMap((isPaidOtherwise) => moneyUses.map((use) => ({ isMatching, isPaidOtherwise, use }))),
  )
  test.each(all)('%j: kept only if it matches, is the first and is of use', (facts) => {
    const fate = fateOf(facts)
    expect(fate.kept).toBe(facts.isMatching && !facts.isPaidOtherwise && facts.use === 'wanted')
    if (fate.kept) return
    // Every way back has its words.
    const refund = { status: 'requested' as const, reason: fate.reason }
    const expected = !facts.isMatching ? 'mismatch' : facts.isPaidOtherwise ? 'second-capture' : facts.use
    expect(whyBack({ failure: fate.why, refund })).toBe(expected)
  })

  test('a try is in time until the grace after the deadline is over, and always without a deadline', () => {
    const deadline = ist('2024-09-14 15:00')
    const at = (after: number) => isTryInTime(plus(deadline, after), deadline, minutes(10))
    expect([-1, 0, minutes(10) - 1, minutes(10), minutes(30)].map(at)).toEqual([true, true, true, false, false])
    expect(isTryInTime(deadline, null, 0)).toBe(true)
    expect(isTryInTime((deadline - 1) as Instant, deadline, 0)).toBe(true)
    expect(isTryInTime(deadline, deadline, 0)).toBe(false)
  })
})

test('every attempt is in exactly one situation, and every situation occurs', () => {
  const found = new Set<string>()
  const refunds = [null, ...(['requested', 'done', 'failed'] as const).map((status) => ({ status, reason: 'not-due' }))]
  for (const status of paymentStatuses)
    for (const failure of [null, 'BAD_REQUEST_ERROR', 'returned', 'undecided', 'replaced', 'mismatch'])
      for (const refund of refunds)
        for (const use of moneyUses) found.add(situationOf({ status, failure, refund, use }))
  expect([...found].sort()).toEqual([...situations].sort())
})

test.each<[Parameters<typeof mayGiveBack>[0]['status'], 'requested' | 'done' | 'failed' | null, boolean, string]>([
  ['captured', null, false, 'first'],
  ['captured', null, true, 'refund-seat-held'],
  ['captured', 'requested', false, 'refund-under-way'],
  ['captured', 'failed', false, 'again'],
  ['refunded', 'failed', true, 'again'],
  ['refunded', 'done', false, 'refund-made'],
  ['refunded', null, false, 'refund-made'],
  ['created', null, false, 'refund-no-money'],
  ['pending', null, false, 'refund-no-money'],
  ['failed', null, false, 'refund-no-money'],
  ['expired', null, false, 'refund-no-money'],
])('the desk may give back a payment that is %s with a refund %s, seat held %s: %s (rules §9.6)', (...given) => {
  const [status, refund, completesSeat, expected] = given
  const may = mayGiveBack({ status, refund: refund && { status: refund, reason: 'by-desk' }, completesSeat })
  expect(may.ok ? may.value : may.refusal.code).toBe(expected)
})
