import { describe, expect, test } from 'vitest'
import { acceptBy, mayAdmit, type Offer, offerState, offerStates, reportingBy } from '#server/domain/admission/offer.ts'
import {
  daysOver,
  deskGroupOf,
  deskGroups,
  isSigned,
  mayCorrect,
  maySign,
  missingOriginals,
  originalsOf,
  reportingDays,
} from '#server/domain/admission/reporting.ts'
import { hours, ist, plus } from '#server/kernel/time.ts'
import { answersWith, ashasAnswers } from '#tests/support/answers.ts'

const window = { opensAt: ist('2024-09-02 10:00'), closesAt: ist('2024-09-04 17:00') }
const days = reportingDays(window)

describe('the days of reporting', () => {
  test('each day closes at the hour at which the window closes', () => {
    expect(days).toEqual([
      { day: '2024-09-02', closesAt: ist('2024-09-02 17:00') },
      { day: '2024-09-03', closesAt: ist('2024-09-03 17:00') },
      { day: '2024-09-04', closesAt: ist('2024-09-04 17:00') },
    ])
    expect(reportingDays({ ...window, opensAt: ist('2024-09-02 18:00') }).map(({ day }) => day)).toEqual([
      '2024-09-03',
      '2024-09-04',
    ])
    expect(reportingDays({ ...window, closesAt: null })).toEqual([])
    expect(daysOver(days, plus(days[1]!.closesAt, -1)).length).toBe(1)
    expect(daysOver(days, days[1]!.closesAt).length).toBe(2)
  })

  test('a day is signed after it has closed, once, with every earlier day', () => {
    const facts = { days, signed: [], waiting: 0 }
    const closes = days[1]!.closesAt
    expect(maySign('2024-09-03', facts, plus(closes, -1))).toMatchObject({ refusal: { code: 'reporting-day-open' } })
    expect(maySign('2024-09-03', facts, closes)).toMatchObject({ value: [days[0], days[1]] })
    expect(maySign('2024-09-03', { ...facts, signed: ['2024-09-02'] }, closes)).toMatchObject({ value: [days[1]] })
    expect(maySign('2024-09-03', { ...facts, signed: ['2024-09-03'] }, closes)).toMatchObject({
      refusal: { code: 'reporting-day-signed' },
    })
    expect(maySign('2024-09-05', facts, closes)).toMatchObject({ refusal: { code: 'reporting-no-day' } })
    expect(maySign('2024-09-03', { ...facts, waiting: 1 }, closes)).toMatchObject({
      refusal: { code: 'reporting-corrections-wait' },
    })
  })

  test('a round is signed with its last day, and open again once the schedule adds a day', () => {
    expect(isSigned(days, ['2024-09-02', '2024-09-03'])).toBe(false)
    expect(isSigned(days, ['2024-09-04'])).toBe(true)
    expect(isSigned(reportingDays({ ...window, closesAt: ist('2024-09-05 17:00') }), ['2024-09-04'])).toBe(false)
    expect(isSigned([], [])).toBe(false)
  })
})

describe('the originals', () => {
  test('only a certificate that was applied for may be awaited', () => {
    const applied = answersWith(ashasAnswers, {
      'category-details': {
        validityStatus: 'applied',
        validityReceipt: 'CV-1',
        validityReceiptDate: '2024-06-01',
        validityNumber: undefined,
      },
    })
    const originals = originalsOf(applied)
    expect(originals).toContainEqual({ kind: 'caste-validity', mayBeAwaited: true })
    expect(originals).toContainEqual({ kind: 'ssc-marksheet', mayBeAwaited: false })
    expect(originals.map(({ kind }) => kind)).not.toContain('caste-validity-receipt')
    const all = originals.map(({ kind }) => kind)
    expect(missingOriginals(originals, { seen: all, awaited: [] })).toEqual([])
    const seen = all.filter((kind) => kind !== 'caste-validity' && kind !== 'ssc-marksheet')
    expect(missingOriginals(originals, { seen, awaited: ['caste-validity', 'ssc-marksheet'] })).toEqual([
      'ssc-marksheet',
    ])
  })
})

describe('a reset by the institute', () => {
  const deadlines = { acceptBy: ist('2024-09-01 15:00'), reportBy: window.closesAt }
  const rule = { freezeUpTo: 1, isLast: false, whoReports: 'frozen' } as const
  const accepted: Offer = {
    round: 1,
    choiceCode: '101110110',
    seatType: 'GOPENS',
    preference: 1,
    isRetained: false,
    verifiedAt: ist('2024-08-31 10:00'),
    grievance: null,
    grievanceDecidedAt: null,
    decision: 'freeze',
    fee: 'paid',
    feeBegunAt: ist('2024-08-31 11:00'),
    resetAt: null,
    reportedAt: null,
    admittedAt: null,
    ending: null,
  }

  test.each([
    ['early: until reporting closes', ist('2024-09-02 11:00'), window.closesAt],
    ['late: at least 24 hours', ist('2024-09-04 16:30'), ist('2024-09-05 16:30')],
  ])('%s', (_, resetAt, by) => {
    const reset: Offer = { ...accepted, verifiedAt: null, decision: null, resetAt }
    expect(acceptBy(reset, deadlines)).toBe(by)
    expect(reportingBy(reset, deadlines)).toBe(by)
    expect(offerState(reset, rule, deadlines, resetAt)).toBe('to-verify')
    expect(offerState(reset, rule, deadlines, by)).toBe('not-accepted')
    const again: Offer = { ...reset, verifiedAt: plus(resetAt, hours(1)), decision: 'freeze' }
    expect(mayAdmit(again, rule, deadlines, plus(by, -1))).toMatchObject({ ok: true })
    expect(mayAdmit(again, rule, deadlines, by)).toMatchObject({ refusal: { code: 'reporting-closed' } })
  })
})

test('a correction by two people: recorded late before the round is signed, undone while admitted', () => {
  for (const state of offerStates) {
    expect(mayCorrect('record-late', state, false).ok).toBe(state === 'not-reported')
    expect(mayCorrect('record-late', state, true).ok).toBe(false)
    expect(mayCorrect('undo', state, true).ok).toBe(state === 'admitted')
    expect(deskGroups).toContain(deskGroupOf(state))
  }
})
