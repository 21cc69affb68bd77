import { describe, expect, test } from 'vitest'
import { checkInput } from '#server/domain/allotment/check.ts'
import {
  type KeptSeat,
  originalTypes,
  type Participant,
  type RoundSeat,
  roundInput,
} from '#server/domain/allotment/input.ts'
import { mayPrepare, mayRelease } from '#server/domain/allotment/runs.ts'
import { preferenceGroupOf, summaryOf } from '#server/domain/allotment/summary.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'

const at = (time: number) => time as Instant
const code = (result: { ok: true } | { ok: false; refusal: { code: string } }) =>
  result.ok ? 'ok' : result.refusal.code

describe('a run', () => {
  const facts = {
    round: 2,
    optionsCloseAt: 1000,
    states: [],
    isPreviousPublished: true,
    previousReportingEndsAt: 900,
    unsignedDays: 0,
    hasMeritList: true,
    hasSeatMatrix: true,
    confirmedForms: 3,
  } as const
  const later = at(1000 + minutes(1))

  test.each([
    ['one minute after the option form closes', {}, later, 'ok'],
    ['not a moment earlier', {}, at(later - 1), 'allotment-options-open'],
    ['not if the schedule lacks that closing', { optionsCloseAt: null }, later, 'allotment-options-open'],
    [
      'not before the previous round is published',
      { isPreviousPublished: false },
      later,
      'allotment-no-previous-round',
    ],
    [
      'in the first round, which has no previous one',
      { round: 1, isPreviousPublished: false, previousReportingEndsAt: null },
      later,
      'ok',
    ],
    [
      'not while candidates still report after the previous round',
      { previousReportingEndsAt: later + 1 },
      later,
      'allotment-reporting-open',
    ],
    [
      'not if the schedule lacks the end of reporting',
      { previousReportingEndsAt: null },
      later,
      'allotment-reporting-open',
    ],
    ['not before every institute has signed its day', { unsignedDays: 2 }, later, 'allotment-days-unsigned'],
    ['again, in place of a run that waits', { states: ['prepared'] }, later, 'ok'],
    ['not without a single confirmed option form', { confirmedForms: 0 }, later, 'allotment-no-forms'],
    ['not beside a run in progress', { states: ['preparing'] }, later, 'allotment-running'],
    ['not beside a released run', { states: ['released'] }, later, 'allotment-released'],
    ['not after a published run', { states: ['published'] }, later, 'allotment-published'],
  ] as const)('can be prepared %s', (_, more, now, answer) => {
    expect(code(mayPrepare({ ...facts, ...more }, now))).toBe(answer)
  })

  test('can be released once it is verified and up to date', () => {
    const run = { verifiedAt: 1, allotted: 1, isCurrent: true, givenUp: 0, others: [] } as const
    expect(code(mayRelease(run))).toBe('ok')
    expect(code(mayRelease({ ...run, verifiedAt: null }))).toBe('allotment-decided')
    expect(code(mayRelease({ ...run, isCurrent: false }))).toBe('allotment-stale')
    expect(code(mayRelease({ ...run, allotted: 0 }))).toBe('allotment-empty')
    expect(code(mayRelease({ ...run, givenUp: 1 }))).toBe('allotment-seats-given-up')
    expect(code(mayRelease({ ...run, others: ['prepared', 'preparing'] }))).toBe('ok')
    expect(code(mayRelease({ ...run, others: ['released'] }))).toBe('allotment-released')
    expect(code(mayRelease({ ...run, others: ['published'] }))).toBe('allotment-published')
  })
})

describe('the input of a round', () => {
  const [here, there] = ['800110110', '800210110']
  const matrix: RoundSeat[] = [
    { choiceCode: there, minority: null, seatType: 'GOPENS', count: 1 },
    { choiceCode: here, minority: null, seatType: 'GOPENS', count: 2 },
    { choiceCode: here, minority: null, seatType: 'LOPENS', count: 1 },
  ]
  const claims: Participant['claims'] = {
    gender: null,
    category: 'OPEN',
    ews: false,
    pwd: false,
    defence: false,
    orphan: false,
    minority: ['religion-jain', 'language-gujarati'],
    tfws: false,
  }
  const somebody = (candidateId: number, merit: number, options: string[]): Participant => ({
    candidateId,
    type: 'A',
    claims,
    stateMerit: merit,
    allIndiaMerit: merit,
    options,
  })
  const kept = (more: Partial<KeptSeat>): KeptSeat => ({
    candidateId: 7,
    choiceCode: here,
    seatType: 'GOPENS',
    originalType: null,
    isFinal: false,
    ...more,
  })
  const made = (participants: Participant[], seats: KeptSeat[]) => {
    const input = roundInput(2, ['I'], matrix, participants, seats)
    if ('code' in input) throw new Error(input.code)
    return input
  }

  test('identifies candidates only by their place in the All India list, and drops unknown choices', () => {
    const { input, candidateIds, droppedChoices } = made(
      [somebody(70, 20, [here, '999999999']), somebody(71, 10, [there])],
      [],
    )
    expect(checkInput(input).isSound).toBe(true)
    expect(input.candidates.map(({ id, options, gender }) => [id, options, gender])).toEqual([
      ['c1', [there], 'T'],
      ['c2', [here], 'T'],
    ])
    expect([...candidateIds]).toEqual([
      ['c1', 71],
      ['c2', 70],
    ])
    expect([droppedChoices, input.candidates[0]!.minority]).toEqual([1, ['language-gujarati', 'religion-jain']])
    expect(input.seats.map(({ choiceCode, seatType }) => `${choiceCode} ${seatType}`)).toEqual([
      `${here} LOPENS`,
      `${here} GOPENS`,
      `${there} GOPENS`,
    ])
  })

  test('removes frozen seats and held converted ones, and leaves other held seats in', () => {
    const holders = [somebody(7, 1, [there]), somebody(8, 2, [])]
    const { input } = made(holders, [
      kept({ candidateId: 5, isFinal: true }),
      kept({}),
      kept({ candidateId: 8, originalType: 'LOPENS' }),
    ])
    expect(input.seats.map(({ seatType, count }) => [seatType, count])).toEqual([
      ['LOPENS', 0],
      ['GOPENS', 1],
      ['GOPENS', 1],
    ])
    expect(input.candidates.map(({ holds }) => holds)).toEqual([
      { choiceCode: here, seatType: 'GOPENS' },
      { choiceCode: here, seatType: 'GOPENS', originalType: 'LOPENS' },
    ])
    expect(checkInput(input).isSound).toBe(true)
  })

  test('is refused if more seats are kept than exist, or a holder is missing', () => {
    const two = [kept({ choiceCode: there, isFinal: true }), kept({ choiceCode: there, isFinal: true })]
    expect(roundInput(2, ['I'], matrix, [], two)).toEqual({
      code: 'more-kept-than-seats',
      details: [`${there} GOPENS`],
    })
    expect(roundInput(2, ['I'], matrix, [], [kept({})])).toMatchObject({ code: 'holder-without-merit' })
  })
})

test('the lowest-ranked candidates of a pool occupy its converted seats, in the order of the original types', () => {
  const seated = [1, 2, 3, 4].map((merit) => ({ id: `c${merit}`, choiceCode: 'x', seatType: 'SBC', merit }))
  const conversions = [
    { choiceCode: 'x', from: 'GSTS', to: 'SBC', count: 1 },
    { choiceCode: 'x', from: 'LSCS', to: 'SBC', count: 2 },
    { choiceCode: 'y', from: 'LSCS', to: 'SBC', count: 4 },
  ]
  expect([...originalTypes(seated, conversions)]).toEqual([
    ['c2', 'LSCS'],
    ['c3', 'LSCS'],
    ['c4', 'GSTS'],
  ])
})

test('a summary counts by type, preference, stage and conversion, and names no candidate', () => {
  const summary = summaryOf({
    candidates: 4,
    released: 0,
    droppedChoices: 2,
    seatTypes: ['GOPENS', 'LOPENS'],
    allotments: [
      { seatType: 'GOPENS', preference: 1, stage: 'I', retained: false },
      { seatType: 'GOPENS', preference: null, stage: 'II', retained: true },
    ],
    vacancies: [{ seatType: 'LOPENS', count: 1 }],
    conversions: [
      { from: 'LOPENS', to: 'GOPENS', count: 1 },
      { from: 'LOPENS', to: 'GOPENS', count: 2 },
    ],
  })
  expect(summary).toMatchObject({ candidates: 4, allotted: 2, retained: 1, seats: 3, vacant: 1, droppedChoices: 2 })
  expect(summary.byType).toEqual([
    { seatType: 'LOPENS', allotted: 0, vacant: 1 },
    { seatType: 'GOPENS', allotted: 2, vacant: 0 },
  ])
  expect(summary.byPreference.filter(({ count }) => count)).toEqual([
    { group: '1', count: 1 },
    { group: 'unlisted', count: 1 },
  ])
  expect(summary.byStage).toEqual([
    { stage: 'I', count: 1 },
    { stage: 'II', count: 1 },
  ])
  expect(summary.conversions).toEqual([{ from: 'LOPENS', to: 'GOPENS', count: 3 }])
  expect([1, 4, 10, 11, 50, 51, 300].map(preferenceGroupOf)).toEqual([
    '1',
    '4-10',
    '4-10',
    '11-50',
    '11-50',
    '51-300',
    '51-300',
  ])
})

test('a seat that a holder keeps in a converted type counts among the seats of the round', () => {
  const summary = summaryOf({
    candidates: 2,
    released: 0,
    droppedChoices: 0,
    seatTypes: ['LSTS', 'GOPENS'],
    allotments: [
      { seatType: 'GSTS', preference: null, stage: 'I', retained: true },
      { seatType: 'GOPENS', preference: 1, stage: 'I', retained: false },
    ],
    vacancies: [{ seatType: 'GOPENS', count: 1 }],
    conversions: [],
  })
  expect(summary).toMatchObject({ allotted: 2, seats: 3, vacant: 1 })
})
