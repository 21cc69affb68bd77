import { describe, expect, test } from 'vitest'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import { type EditingWindows, feeUse, mayEdit, payTimeOf, windowsIn } from '#server/domain/application/editing.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import { noPayTime } from '#server/domain/terms/payment-states.ts'
import { hours, ist, minutes, plus } from '#server/kernel/time.ts'
import { newcomer } from '#tests/support/newcomer.ts'

const now = ist('2024-08-01 12:00')
const windows: EditingWindows = {
  registration: { opensAt: ist('2024-07-12 10:00'), closesAt: ist('2024-08-14 17:00') },
  scrutiny: { opensAt: ist('2024-07-13 10:00'), closesAt: ist('2024-08-16 17:00') },
  grievances: { opensAt: ist('2024-08-18 10:00'), closesAt: ist('2024-08-22 17:00') },
}
const allEight = 0b1111_1111
const filling: CandidateFacts = { ...newcomer, mode: 1, completedSteps: 0b111 }
const submitted = { ...filling, completedSteps: allEight, submittedAt: now }
const reverted = { ...submitted, revertedAt: now, lastRevertedAt: now, stepsToCorrect: 0b1000 }
const since = ist('2024-08-19 11:00')
const byGrievance = { ...reverted, revertedAt: since, lastRevertedAt: since }
const centre = { ...submitted, mode: 2 as const }

const said = (step: number, facts: CandidateFacts, at = now, schedule = windows) => {
  const may = mayEdit(step as StepNumber, facts, schedule, at)
  return may.ok ? 'yes' : `${may.refusal.code} ${may.refusal.status}`
}

const table: [string, CandidateFacts, number, string][] = [
  ['a step that is complete', filling, 1, 'yes'],
  ['the first incomplete step', filling, 3, 'yes'],
  ['a step beyond it', filling, 4, 'step-not-reached 422'],
  ['the print step of an incomplete form', filling, 8, 'step-not-reached 422'],
  ['any step of a complete form', { ...filling, completedSteps: allEight }, 7, 'yes'],
  ['any step of a locked form', submitted, 0, 'locked 423'],
  ['any step of a submitted form of mode 2', centre, 4, 'yes'],
  ['any step of a form that the centre confirmed', { ...centre, confirmedAt: now }, 4, 'confirmed-by-centre 423'],
  ['any step of a form confirmed without a mode', { ...submitted, mode: 0, confirmedAt: now }, 0, 'form-closed 403'],
  ['a step that scrutiny sent back', reverted, 3, 'yes'],
  ['a step that scrutiny did not send back', reverted, 4, 'step-not-flagged 423'],
  [
    'a step that the correction re-opened',
    { ...reverted, completedSteps: 0b1011_1111, reopenedSteps: 0b0100_0000 },
    6,
    'yes',
  ],
  ['the submission of a returned form', reverted, 8, 'yes'],
]

test.each(table)('changing %s', (_, facts, step, answer) => {
  expect(said(step, facts)).toBe(answer)
})

describe('the schedule', () => {
  const { registration, scrutiny } = windows
  test.each([
    ['before registration opens', filling, registration!.opensAt - 1, 'registration-closed 422'],
    ['at its opening', filling, registration!.opensAt, 'yes'],
    ['a millisecond before it closes', filling, registration!.closesAt! - 1, 'yes'],
    ['at its closing', filling, registration!.closesAt!, 'registration-closed 422'],
    [
      'a returned form, after registration',
      { ...reverted, completedSteps: allEight },
      registration!.closesAt! + 1,
      'yes',
    ],
    ['a returned form, at the close of scrutiny', reverted, scrutiny!.closesAt!, 'scrutiny-closed 422'],
    ['a form that a grievance opened', byGrievance, windows.grievances!.closesAt! - 1, 'yes'],
    [
      'a form that a grievance opened, at the final list',
      byGrievance,
      windows.grievances!.closesAt!,
      'correction-closed 422',
    ],
    [
      'a form that a grievance opened, submitted to a centre again',
      { ...byGrievance, mode: 2 as const, revertedAt: null, stepsToCorrect: 0 },
      windows.grievances!.closesAt! - 1,
      'yes',
    ],
    ['a locked form, long after everything', submitted, scrutiny!.closesAt! + 1e9, 'locked 423'],
  ])('%s', (_, facts, at, answer) => {
    expect(said(3, facts, plus(now, at - now))).toBe(answer)
  })

  test('is closed if it lacks the activity, since no date is known', () => {
    const may = mayEdit(0, filling, { registration: undefined, scrutiny: undefined, grievances: undefined }, now)
    expect(may).toEqual({ ok: false, refusal: { code: 'registration-closed', status: 422 } })
  })

  test('gives the time of closing in a refusal', () => {
    const late = mayEdit(0, filling, windows, plus(now, 1e10))
    expect(late).toMatchObject({ refusal: { params: { since: registration!.closesAt } } })
    expect(mayEdit(0, submitted, windows, now)).toMatchObject({ refusal: { params: { since: now } } })
  })

  test('uses late registration as the time for forms and scrutiny once that has opened', () => {
    const late = { key: 'late-registration', title: { en: '', mr: '' }, opensAt: 2_000, closesAt: 3_000 }
    const first = { key: 'registration', title: { en: '', mr: '' }, opensAt: 0, closesAt: 1_000 }
    const of = (at: number) => windowsIn((key) => [late, first].find((one) => one.key === key), at as typeof now)
    expect(of(1_999).registration?.closesAt).toBe(1_000)
    expect(of(1_999).scrutiny).toBeUndefined()
    expect([of(2_000).registration?.closesAt, of(2_000).scrutiny?.closesAt]).toEqual([3_000, 3_000])
    // Forms that scrutiny then sends back are corrected then, although grievances are over.
    const sentBack = { ...reverted, revertedAt: 2_100 as typeof now, lastRevertedAt: 2_100 as typeof now }
    const held = (key: string) =>
      [late, first, { ...first, key: 'grievances', opensAt: 1_500, closesAt: 1_800 }].find((one) => one.key === key)
    expect(said(3, sentBack, 2_500 as typeof now, windowsIn(held, 2_500 as typeof now))).toBe('yes')
  })
})

describe('money for a form (rules §4.3)', () => {
  const closes = ist('2024-08-14 17:00')
  const scrutinyCloses = ist('2024-08-16 17:00')
  const [complete, sentBack] = [
    { ...filling, completedSteps: 0b111_1111 },
    { ...reverted, completedSteps: allEight },
  ]
  const short: EditingWindows = { ...windows, scrutiny: undefined }
  const inLater = (minute: number, of = closes) => plus(of, minutes(minute))
  test.each<[string, CandidateFacts, EditingWindows, number, number, string]>([
    ['begun before the end, captured before scrutiny ends', complete, windows, -1, 48 * 60 - 1, 'wanted'],
    ['captured as scrutiny ends', complete, windows, -1, 48 * 60, 'form-gone'],
    ['begun within the grace', complete, windows, 9, 10, 'wanted'],
    ['begun after it', complete, windows, 10, 10, 'too-late'],
    ['captured while the form may be submitted late', complete, short, -1, 39, 'wanted'],
    ['captured after that', complete, short, -1, 40, 'form-gone'],
    ['of a candidate whom an order excludes', { ...complete, excludedAt: now }, windows, -60, -59, 'form-gone'],
    ['with no end in sight', complete, { ...windows, registration: undefined }, 999, 9999, 'wanted'],
  ])('%s', (_, facts, schedule, begun, captured, use) => {
    const time = { grace: 10, submit: 30 }
    expect(feeUse(facts, schedule, { begunAt: inLater(begun), at: inLater(captured), time })).toBe(use)
  })

  test.each([
    [-1, -1, null, null],
    [-1, 0, null, 10],
    [9, 9, null, 10],
    [10, 10, closes, null],
    [-1, 10, null, null],
  ])(
    'begun at minute %i and looked at in minute %i: the deadline missed, and the end of the grace',
    (begun, at, missed, until) => {
      const asked = { begunAt: inLater(begun), at: inLater(at), time: { grace: 10, submit: 30 }, lateFrom: null }
      expect(payTimeOf(complete, windows, asked)).toEqual({
        missed,
        graceUntil: until === null ? null : inLater(until),
        submitBy: at < 0 ? closes : null,
        countsUntil: scrutinyCloses,
        countsFrom: null,
      })
      expect(payTimeOf(complete, { ...windows, registration: undefined }, asked)).toEqual(noPayTime)
    },
  )

  test('money that is of no use now is of use from the opening of late registration, unless an order excludes the candidate', () => {
    const lateFrom = plus(scrutinyCloses, hours(9))
    const from = (facts: CandidateFacts, at: typeof now) =>
      payTimeOf(facts, windows, { begunAt: now, at, time: { grace: 10, submit: 30 }, lateFrom }).countsFrom
    expect(from(complete, plus(lateFrom, -1))).toBe(lateFrom)
    expect(from(complete, lateFrom)).toBeNull()
    expect(from({ ...complete, excludedAt: now }, now)).toBeNull()
  })

  test('the day until which money counts is the one at which it stops being of use', () => {
    const time = { grace: 10, submit: 30 }
    for (const [facts, schedule] of [
      [complete, windows],
      [complete, short],
      [sentBack, windows],
    ] as const) {
      const { countsUntil } = payTimeOf(facts, schedule, { begunAt: now, at: now, time, lateFrom: null })
      const use = (at: number) => feeUse(facts, schedule, { begunAt: now, at: at as typeof now, time })
      expect([use(countsUntil! - 1), use(countsUntil!)]).toEqual(['wanted', 'form-gone'])
    }
  })

  test('of a form that was sent back is of use until it can be submitted again no more', () => {
    const use = (at: typeof now) =>
      feeUse(sentBack, windows, { begunAt: plus(scrutinyCloses, -hours(1)), at, time: { grace: 10, submit: 30 } })
    expect([inLater(39, scrutinyCloses), inLater(40, scrutinyCloses)].map(use)).toEqual(['wanted', 'form-gone'])
  })
})
