import { describe, expect, test } from 'vitest'
import {
  acceptBy,
  allottedMeans,
  consequencesOf,
  deadlineMissed,
  decisionsFor,
  lossOf,
  mayAdmit,
  mayDecide,
  mayPayAcceptance,
  mayVerify,
  nextOfferAct,
  type Offer,
  offerState,
  type RoundDeadlines,
  type RoundRule,
  reportingBy,
  restingState,
  roundRule,
  seatFeeUse,
  seatStateOf,
} from '#server/domain/admission/offer.ts'
import { entryAfter } from '#server/domain/admission/participation.ts'
import type { RoundPlan, RoundRules } from '#server/domain/terms/cap-rounds.ts'
import { hours, type Instant, ist, plus } from '#server/kernel/time.ts'

const opens = ist('2024-08-30 10:00')
const acceptance = ist('2024-09-02 15:00')
const reporting = ist('2024-09-04 17:00')
const deadlines: RoundDeadlines = { acceptBy: acceptance, reportBy: reporting }
const first: RoundRule = { freezeUpTo: 1, isLast: false, whoReports: 'frozen' }
const last: RoundRule = { freezeUpTo: 1, isLast: true, whoReports: 'accepted' }

const offer = (more: Partial<Offer> = {}): Offer => ({
  round: 1,
  choiceCode: '101110110',
  seatType: 'GOPENS',
  preference: 3,
  isRetained: false,
  verifiedAt: null,
  grievance: null,
  grievanceDecidedAt: null,
  decision: null,
  fee: 'unpaid',
  feeBegunAt: null,
  resetAt: null,
  reportedAt: null,
  admittedAt: null,
  ending: null,
  ...more,
})
const verified = { verifiedAt: opens }
const accepted = { ...verified, fee: 'paid', feeBegunAt: plus(opens, hours(1)) } as const
const before = plus(acceptance, -1)

describe('the meaning of a seat at a preference', () => {
  const plan = (...thresholds: RoundRules['autoFreezeUpTo'][]): RoundPlan =>
    thresholds.map((autoFreezeUpTo) => ({ autoFreezeUpTo, whoReports: 'frozen', stages: ['I'] }))
  const means = (rounds: RoundPlan, round: number, ...preferences: number[]) =>
    preferences.map((preference) => allottedMeans({ preference }, roundRule(rounds, round)))

  test('preference 1 freezes in every round, the candidate decides on the others, and all are final in the last round', () => {
    expect(means(plan(1, 1, 1), 1, 1, 2)).toEqual(['freezes', 'decide'])
    expect(means(plan(1, 1, 1), 3, 1, 2)).toEqual(['freezes', 'final'])
  })

  test('the thresholds of 2025 and its fourth round, which freezes any seat, need only other data', () => {
    expect(means(plan(1, 3, 6, 'any'), 2, 3, 4)).toEqual(['freezes', 'decide'])
    expect(means(plan(1, 3, 6, 'any'), 3, 6, 7)).toEqual(['freezes', 'decide'])
    expect(means(plan(1, 3, 6, 'any'), 4, 300)).toEqual(['freezes'])
  })

  test('a round missing from the plan has no rules', () => {
    expect(() => means(plan(1, 1, 1), 4, 1)).toThrow(RangeError)
  })
})

describe('what follows from each decision', () => {
  const follows = (given: Offer, rule: RoundRule) =>
    consequencesOf(given, rule).map(({ choice, seat, takesPartNext, reports }) =>
      [choice, seat, takesPartNext && 'next round', reports && 'reports'].filter(Boolean).join(', '),
    )

  test('between the thresholds: freeze, betterment, or nothing', () => {
    expect(follows(offer(), first)).toEqual([
      'freeze, final, reports',
      'betterment, kept, next round',
      'nothing, released, next round',
    ])
  })

  test('where everybody reports, a seat kept for betterment is reported for too', () => {
    expect(follows(offer(), { ...first, whoReports: 'accepted' })[1]).toBe('betterment, kept, next round, reports')
  })

  test('a seat that must freeze is lost without a decision, and the candidate leaves the rounds', () => {
    expect(follows(offer({ preference: 1 }), first)).toEqual(['freeze, final, reports', 'nothing, released'])
    expect(follows(offer(), last)).toEqual(['freeze, final, reports', 'nothing, released'])
  })

  test('a retained seat is kept without a new decision', () => {
    const retained = offer({ isRetained: true, decision: 'betterment', ...accepted })
    expect(follows(retained, first)[2]).toBe('nothing, kept, next round')
    expect(follows(retained, last)).toEqual(['freeze, final, reports', 'nothing, final, reports'])
  })
})

describe('case 62: seats that freeze automatically', () => {
  const rule = (freezeUpTo: number | 'any', isLast = false): RoundRule => ({ freezeUpTo, isLast, whoReports: 'frozen' })
  test.each<[string, RoundRule, number | null, boolean]>([
    ['2024-25: the first preference', rule(1), 1, true],
    ['2024-25: the second preference', rule(1), 2, false],
    ['2025-26, round 2: the third preference', rule(3), 3, true],
    ['2025-26, round 2: the fourth preference', rule(3), 4, false],
    ['2025-26, round 3: the sixth preference', rule(6), 6, true],
    ['2025-26, round 3: the seventh preference', rule(6), 7, false],
    ['2025-26, round 4: any seat', rule('any'), 41, true],
    ['the last round: any seat', rule(1, true), 41, true],
    ['a retained seat that the form does not list', rule(6), null, false],
    ['such a seat in the last round', rule(1, true), null, true],
  ])('%s', (_, given, preference, isFrozen) => {
    expect(decisionsFor({ preference }, given)).toEqual(isFrozen ? ['freeze'] : ['freeze', 'betterment'])
  })
})

describe('from allotment to admission', () => {
  test.each<[string, Partial<Offer>, string]>([
    ['at first', {}, 'to-verify'],
    ['verified', verified, 'to-decide'],
    ['a grievance is undecided', { grievance: 'open' }, 'in-grievance'],
    [
      'the grievance left the candidate the seat',
      { ...verified, grievance: 'decided', grievanceDecidedAt: opens },
      'to-decide',
    ],
    ['the grievance took the seat away', { grievance: 'decided', ending: 'grievance-upheld' }, 'ended'],
    ['decided', { ...verified, decision: 'freeze' }, 'to-pay'],
    ['the bank has not decided', { ...accepted, decision: 'freeze', fee: 'pending' }, 'paying'],
    ['frozen', { ...accepted, decision: 'freeze' }, 'to-report'],
    ['betterment', { ...accepted, decision: 'betterment' }, 'held'],
    ['admitted', { ...accepted, decision: 'freeze', admittedAt: opens }, 'admitted'],
    ['cancelled', { ...accepted, decision: 'freeze', ending: 'cancelled' }, 'ended'],
    ['a better seat came in a later round', { ...accepted, decision: 'betterment', ending: 'upgraded' }, 'ended'],
    ['the fee was paid in an earlier round', { ...accepted, isRetained: false }, 'to-decide'],
  ])('%s', (_, more, state) => {
    expect(offerState(offer(more), first, deadlines, before)).toBe(state)
  })

  test('anything still open at 15:00 lapses, and not a millisecond earlier', () => {
    for (const more of [{}, verified, { ...verified, decision: 'betterment' }] as const) {
      expect(offerState(offer(more), first, deadlines, before)).not.toBe('not-accepted')
      expect(offerState(offer(more), first, deadlines, acceptance)).toBe('not-accepted')
    }
  })

  test('case 45: a fee begun before 15:00 counts even if it is captured later; one begun at 15:00 does not', () => {
    const paidLate = (feeBegunAt: Instant) => offer({ ...verified, decision: 'freeze', fee: 'paid', feeBegunAt })
    const after = plus(acceptance, hours(2))
    expect(offerState(paidLate(before), first, deadlines, after)).toBe('to-report')
    expect(offerState(paidLate(acceptance), first, deadlines, after)).toBe('not-accepted')
    const pending = offer({ ...verified, decision: 'freeze', fee: 'pending', feeBegunAt: before })
    expect(offerState(pending, first, deadlines, after)).toBe('paying')
  })

  test('reporting closes at 17:00 on its own day', () => {
    const frozen = offer({ ...accepted, decision: 'freeze' })
    expect(offerState(frozen, first, deadlines, plus(reporting, -1))).toBe('to-report')
    expect(offerState(frozen, first, deadlines, reporting)).toBe('not-reported')
    expect(mayAdmit(frozen, first, deadlines, plus(reporting, -1))).toMatchObject({ ok: true })
    expect(mayAdmit(frozen, first, deadlines, reporting)).toMatchObject({ refusal: { code: 'reporting-closed' } })
  })

  test('in the last round a retained seat is final, and its holder must report', () => {
    const retained = offer({ ...accepted, preference: null, isRetained: true, decision: 'betterment' })
    expect(offerState(retained, first, deadlines, before)).toBe('held')
    expect(offerState(retained, last, deadlines, plus(acceptance, 1))).toBe('to-report')
  })

  test('every candidate who accepted must report if the season requires it', () => {
    const betterment = offer({ ...accepted, decision: 'betterment' })
    expect(offerState(betterment, { ...first, whoReports: 'accepted' }, deadlines, before)).toBe('to-report')
  })

  test('nothing is late without dates', () => {
    expect(offerState(offer(), first, { acceptBy: null, reportBy: null }, reporting)).toBe('to-verify')
  })
})

describe('a grievance has its own clock', () => {
  test('the deadline waits for the decision, and the candidate then has 24 hours if it has passed', () => {
    const later = plus(acceptance, hours(5))
    expect(offerState(offer({ grievance: 'open' }), first, deadlines, later)).toBe('in-grievance')
    const refused = offer({ ...verified, grievance: 'decided', grievanceDecidedAt: later })
    expect(acceptBy(refused, deadlines)).toBe(plus(later, hours(24)))
    expect(offerState(refused, first, deadlines, plus(later, hours(24) - 1))).toBe('to-decide')
    expect(offerState(refused, first, deadlines, plus(later, hours(24)))).toBe('not-accepted')
  })

  test('a decision before the deadline does not move it, nor one at the deadline', () => {
    const decided = (at: Instant) => acceptBy({ ...none, grievance: 'decided', grievanceDecidedAt: at }, deadlines)
    expect([before, acceptance].map(decided)).toEqual([acceptance, acceptance])
  })
})

const none = { grievance: null, grievanceDecidedAt: null, resetAt: null } as const

test.each<[string, Partial<Offer>, Instant, Instant]>([
  ['nothing', {}, acceptance, reporting],
  [
    'a late decision',
    { grievanceDecidedAt: plus(acceptance, hours(20)) },
    plus(acceptance, hours(26)),
    plus(reporting, 0),
  ],
  [
    'a decision while people report',
    { grievanceDecidedAt: reporting },
    plus(reporting, hours(6)),
    plus(reporting, hours(12)),
  ],
  ['a reset long before reporting closes', { resetAt: opens }, reporting, reporting],
  [
    'a reset at its end',
    { resetAt: plus(reporting, -1) },
    plus(reporting, hours(6) - 1),
    plus(reporting, hours(6) - 1),
  ],
  ['an order for later', { orderedUntil: reporting }, reporting, plus(reporting, hours(6))],
  ['an order for sooner', { orderedUntil: before }, acceptance, reporting],
])(
  "the deadlines with six hours of the candidate's own (rules §8.13 to §8.16), after %s",
  (_, more, accept, report) => {
    const own = { ...deadlines, ownTime: hours(6) }
    expect([acceptBy({ ...none, ...more }, own), reportingBy({ ...none, ...more }, own)]).toEqual([accept, report])
  },
)

test('a reset gives nobody a deadline while the schedule has no date for reporting', () => {
  const undated = { acceptBy: acceptance, reportBy: null }
  const reset = { ...none, resetAt: before }
  expect([acceptBy(reset, undated), reportingBy(reset, undated)]).toEqual([acceptance, null])
  expect(acceptBy(reset, { acceptBy: null, reportBy: reporting })).toBeNull()
})

describe('money for a seat (rules §4.3, §8.12)', () => {
  const grace = hours(1)
  const decided = { ...verified, decision: 'freeze' } as const
  test.each<[string, Partial<Offer>, Instant, Instant, string]>([
    ['begun in time, captured at once', decided, before, before, 'wanted'],
    ['begun in time, captured while people report', decided, before, plus(reporting, -1), 'wanted'],
    ['captured once reporting has closed', decided, before, reporting, 'seat-gone'],
    ['begun within the grace', decided, plus(acceptance, grace - 1), plus(acceptance, grace), 'wanted'],
    ['begun after it', decided, plus(acceptance, grace), plus(acceptance, grace), 'too-late'],
    ['of a seat that has ended', { ...decided, ending: 'withdrawn-by-order' }, before, before, 'seat-gone'],
    ['without a decision', verified, before, before, 'seat-gone'],
  ])('%s', (_, more, begunAt, at, use) => {
    expect(seatFeeUse(offer(more), first, { ...deadlines, payGrace: grace }, { begunAt, at })).toBe(use)
  })

  test.each<[string, Partial<Offer>, number, string, Instant | null]>([
    ['the last moment to pay', decided, -1, 'to-pay', acceptance],
    ['the deadline itself', decided, 0, 'in-grace', plus(acceptance, grace)],
    ['the last moment of the grace', decided, grace - 1, 'in-grace', plus(acceptance, grace)],
    ['its end', decided, grace, 'not-accepted', null],
    ['somebody who has not decided', verified, 0, 'not-accepted', null],
    ['somebody whom the institute let verify anew', { ...decided, verifiedAt: null }, 0, 'not-accepted', null],
    ['an order with a later moment', { ...decided, orderedUntil: reporting }, grace, 'to-pay', reporting],
  ])('the state and the deadline of the next act at %s', (_, more, late, state, by) => {
    const [one, dates, at] = [offer(more), { ...deadlines, payGrace: grace }, plus(acceptance, late)]
    expect(offerState(one, first, dates, at)).toBe(state)
    expect(nextOfferAct(one, first, dates, at)?.by ?? null).toBe(by)
    if (state !== 'in-grace') return
    expect(nextOfferAct(one, first, dates, at)?.kind).toBe('await-grace')
    for (const refused of [mayPayAcceptance(one, first, dates, at), mayDecide('freeze', one, first, dates, at)])
      expect(refused).toMatchObject({ refusal: { code: 'acceptance-closed' } })
  })

  test('names the last of the deadlines that a payment missed', () => {
    const seats = [-hours(200), 0].map((later) => ({
      offer: offer(decided),
      deadlines: { acceptBy: plus(acceptance, later), reportBy: null, payGrace: grace },
    }))
    const missed = [-hours(200) + grace - 1, -1, grace - 1, grace].map((late) =>
      deadlineMissed(seats, plus(acceptance, late)),
    )
    expect(missed).toEqual([null, plus(acceptance, -hours(200)), plus(acceptance, -hours(200)), acceptance])
  })

  test('has no grace if the season gives none', () => {
    const use = (begunAt: Instant) => seatFeeUse(offer(decided), first, deadlines, { begunAt, at: acceptance })
    expect([before, acceptance].map(use)).toEqual(['wanted', 'too-late'])
  })
})

describe('a candidate', () => {
  const at = before
  test('verifies first, then decides, then pays', () => {
    expect(mayVerify(offer(), first, deadlines, at)).toMatchObject({ ok: true })
    expect(mayDecide('freeze', offer(), first, deadlines, at)).toMatchObject({ refusal: { code: 'verify-first' } })
    expect(mayPayAcceptance(offer(verified), first, deadlines, at)).toMatchObject({ refusal: { code: 'decide-first' } })
    const decided = offer({ ...verified, decision: 'freeze' })
    expect(mayPayAcceptance(decided, first, deadlines, at)).toMatchObject({ ok: true })
  })

  test('may change the decision until the fee is captured, but not while the bank is deciding', () => {
    const decided = { ...verified, decision: 'freeze' } as const
    const to = (more: Partial<Offer>) => mayDecide('betterment', offer(more), first, deadlines, at)
    expect(to(decided)).toMatchObject({ ok: true })
    expect(to({ ...decided, fee: 'pending', feeBegunAt: opens })).toMatchObject({
      refusal: { code: 'payment-pending' },
    })
    expect(to({ ...decided, fee: 'paid', feeBegunAt: opens })).toMatchObject({ refusal: { code: 'already-accepted' } })
  })

  test('may not ask for betterment if the seat freezes', () => {
    const top = offer({ ...verified, preference: 1 })
    expect(mayDecide('betterment', top, first, deadlines, at)).toMatchObject({ refusal: { code: 'must-freeze' } })
    expect(mayDecide('freeze', top, first, deadlines, at)).toMatchObject({ ok: true })
  })

  test('may freeze a retained seat while acceptance is open', () => {
    const retained = offer({ ...accepted, isRetained: true, decision: 'betterment', preference: 4 })
    expect(mayDecide('freeze', retained, first, deadlines, at)).toMatchObject({ ok: true })
    // Also if the institute has admitted them to it already.
    expect(mayDecide('freeze', { ...retained, admittedAt: at }, first, deadlines, at)).toMatchObject({ ok: true })
    expect(mayDecide('freeze', retained, first, deadlines, acceptance)).toMatchObject({
      refusal: { code: 'acceptance-closed' },
    })
  })

  test('case 92: may do nothing more at 15:00:00', () => {
    for (const may of [
      mayVerify(offer(), first, deadlines, acceptance),
      mayDecide('freeze', offer(verified), first, deadlines, acceptance),
      mayPayAcceptance(offer({ ...verified, decision: 'freeze' }), first, deadlines, acceptance),
    ])
      expect(may).toMatchObject({ refusal: { code: 'acceptance-closed' } })
  })
})

test('an act that comes too early or twice is refused as a conflict, and one that comes too late as a mistake', () => {
  const frozen = { ...accepted, decision: 'freeze' } as const
  const pending = { ...verified, decision: 'freeze', fee: 'pending', feeBegunAt: opens } as const
  type Act = typeof mayVerify
  const said = (act: Act, more: Partial<Offer>, at = before) => {
    const may = act(offer(more), first, deadlines, at)
    return may.ok ? 'yes' : `${may.refusal.code} ${may.refusal.status}`
  }
  const freeze: Act = (...seat) => mayDecide('freeze', ...seat)
  expect([said(mayVerify, verified), said(mayVerify, {}, acceptance)]).toEqual([
    'already-verified 409',
    'acceptance-closed 422',
  ])
  const states = [{ ending: 'cancelled' }, {}, { grievance: 'open' }, pending, frozen] as const
  expect(states.map((more) => said(freeze, more))).toEqual([
    'seat-ended 409',
    'verify-first 409',
    'grievance-undecided 409',
    'payment-pending 409',
    'already-accepted 409',
  ])
  expect([frozen, pending, verified].map((more) => said(mayPayAcceptance, more))).toEqual([
    'nothing-due 409',
    'payment-pending 409',
    'decide-first 409',
  ])
  expect([said(mayAdmit, { ...frozen, admittedAt: opens }), said(mayAdmit, verified)]).toEqual([
    'already-admitted 409',
    'not-accepted 409',
  ])
  expect(said(mayAdmit, frozen, reporting)).toBe('reporting-closed 422')
})

test('each state has one next act with its deadline, and a finished one has none', () => {
  const act = (more: Partial<Offer>) => nextOfferAct(offer(more), first, deadlines, before)
  expect(act({})).toEqual({ kind: 'verify', by: acceptance })
  expect(act(verified)).toEqual({ kind: 'decide', by: acceptance })
  expect(act({ ...verified, decision: 'betterment' })).toEqual({ kind: 'pay', by: acceptance })
  expect(act({ ...accepted, decision: 'freeze' })).toEqual({ kind: 'report', by: reporting })
  expect(act({ ...accepted, decision: 'betterment' })).toEqual({ kind: 'await-round', by: null })
  expect(act({ ...accepted, decision: 'freeze', admittedAt: opens })).toBeNull()
})

test.each<[string, Partial<Offer>, string | null]>([
  ['before the decision', verified, 'allotted'],
  ['under a grievance', { grievance: 'open' }, 'allotted'],
  ['while the bank decides', { ...accepted, decision: 'freeze', fee: 'pending' }, 'allotted'],
  ['with betterment', { ...accepted, decision: 'betterment' }, 'accepted'],
  ['frozen', { ...accepted, decision: 'freeze' }, 'frozen'],
  ['a betterment that the rules freeze', { ...accepted, preference: 1, decision: 'betterment' }, 'frozen'],
  ['admitted', { ...accepted, decision: 'freeze', admittedAt: opens }, 'admitted'],
  ['cancelled', { ...accepted, decision: 'freeze', admittedAt: opens, ending: 'cancelled' }, 'cancelled'],
  ['withdrawn by order', { ...accepted, decision: 'freeze', ending: 'withdrawn-by-order' }, null],
])('the state of an application whose seat is %s', (_, more, state) => {
  expect(seatStateOf(offer(more), first, deadlines, before)).toBe(state)
})

test('a missed deadline ends the state of the seat, unless the institute records late that the candidate reported', () => {
  const after = (more: Partial<Offer>) => seatStateOf(offer(more), first, deadlines, reporting)
  expect(after({})).toBeNull()
  expect(after({ ...accepted, decision: 'freeze' })).toBeNull()
  expect(after({ ...accepted, decision: 'freeze', reportedAt: reporting })).toBe('reported')
})

test('a missed deadline costs the rounds too if the seat must be frozen, and always at the institute, unless no round follows', () => {
  const costs = (act: Parameters<typeof lossOf>[0], isToFreeze: boolean, isLastRound = false) =>
    lossOf(act, { mustFreeze: isToFreeze, isLastRound })
  expect([costs('verify', false), costs('pay', true), costs('report', false)]).toEqual(['seat', 'rounds', 'rounds'])
  // After the last round there is none to leave.
  expect([costs('verify', true, true), costs('report', true, true)]).toEqual(['seat', 'seat'])
})

test.each<[string, Partial<Offer>, Instant, string | null]>([
  ['in the hands of its candidate', verified, before, null],
  ['admitted', { ...accepted, decision: 'freeze', admittedAt: opens }, before, 'admitted'],
  ['not accepted', {}, acceptance, 'not-accepted'],
  ['not reported', { ...accepted, decision: 'freeze' }, reporting, 'not-reported'],
  ['recorded late', { ...accepted, decision: 'freeze', reportedAt: reporting }, reporting, 'reported'],
  ['replaced by a better one', { ending: 'upgraded' }, before, null],
  ['cancelled by the candidate', { ending: 'cancelled' }, before, 'cancelled'],
  ['withdrawn by an order', { ending: 'withdrawn-by-order' }, before, 'withdrawn'],
])('a seat %s rests or does not', (_, more, at, word) => {
  const seat = offer(more)
  expect(restingState({ offer: seat, state: offerState(seat, first, deadlines, at) })).toBe(word)
})

describe('entry into the next round', () => {
  const after = plus(reporting, hours(1))
  const entry = (more: Partial<Offer> | null, rule = first) =>
    entryAfter([{ rule, deadlines, offer: more && offer(more) }], after)

  test.each<[string, Partial<Offer> | null, object]>([
    ['no seat', null, { kind: 'takes-part' }],
    ['no action although betterment was possible', {}, { kind: 'takes-part' }],
    ['the fee is at the bank', { ...accepted, decision: 'freeze', fee: 'pending' }, { kind: 'seated' }],
    ['no action although the seat froze', { preference: 1 }, { kind: 'left', why: 'did-not-freeze' }],
    ['betterment', { ...accepted, decision: 'betterment' }, { kind: 'holds' }],
    ['frozen and not reported', { ...accepted, decision: 'freeze' }, { kind: 'left', why: 'not-reported' }],
    ['admitted', { ...accepted, decision: 'freeze', admittedAt: opens }, { kind: 'seated' }],
    ['cancelled', { ...accepted, decision: 'freeze', ending: 'cancelled' }, { kind: 'left', why: 'cancelled' }],
    ['the grievance is undecided', { grievance: 'open' }, { kind: 'seated' }],
    ['the grievance took the seat away', { ending: 'grievance-upheld' }, { kind: 'takes-part' }],
    ['a claim failed', { ...accepted, decision: 'freeze', ending: 'claim-failed' }, { kind: 'takes-part' }],
  ])('%s', (_, more, expected) => {
    expect(entry(more)).toMatchObject(expected)
  })

  test('a candidate who left a round stays out of later ones, even with a later offer', () => {
    const rounds = [
      { rule: first, deadlines, offer: offer({ preference: 1 }) },
      { rule: first, deadlines, offer: offer({ ...accepted, decision: 'betterment' }) },
    ]
    expect(entryAfter(rounds, after)).toEqual({ kind: 'left', why: 'did-not-freeze' })
  })

  test('a retained seat that its holder does not touch stays held', () => {
    const rounds = [
      { rule: first, deadlines, offer: offer({ ...accepted, decision: 'betterment', ending: 'upgraded' }) },
      { rule: first, deadlines, offer: offer({ ...accepted, decision: 'betterment', isRetained: true }) },
    ]
    expect(entryAfter(rounds, after)).toMatchObject({ kind: 'holds' })
  })
})
