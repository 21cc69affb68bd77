import { expect, test } from 'vitest'
import type { CellSetting } from '#server/domain/season/cell-settings.ts'
import {
  instantsOf,
  type SeasonInstants,
  type SeasonStanding,
  verdictOnChange,
} from '#server/domain/season/setting-changes.ts'
import type { RoundPlan } from '#server/domain/terms/cap-rounds.ts'

const now = 1000
const nobody: SeasonStanding = {
  registered: 0,
  payers: 0,
  submitted: 0,
  ranked: 0,
  awaiting: 0,
  offered: 0,
  seatPayers: 0,
  optionForms: [0, 0, 0],
}
const undated: SeasonInstants = {
  provisionalMerit: null,
  finalMerit: null,
  options: [null, null, null],
  allotments: [null, null, null],
}
const round = { autoFreezeUpTo: 1, whoReports: 'frozen', stages: ['I'] } as const
const other = { ...round, whoReports: 'accepted' } as const
const plan: RoundPlan = [round, round, round]

/** The verdict as `verdict why who count effect …`. */
function verdict(
  setting: CellSetting,
  standing: Partial<SeasonStanding> = {},
  instants: Partial<SeasonInstants> = {},
  [before, after]: [RoundPlan, RoundPlan] = [plan, [other, round, round]],
): string {
  const { verdict, why, touches } = verdictOnChange(setting, {
    before: { plan: before, mockAllotmentAfter: null },
    after: { plan: after, mockAllotmentAfter: null },
    at: now,
    standing: { ...nobody, ...standing },
    instants: { ...undated, ...instants },
  } as never)
  return [verdict, why ?? '-', ...touches.map(({ who, count, effect }) => `${count} ${who} ${effect}`)].join(' | ')
}

test.each<CellSetting>(['head', 'pictures', 'contact', 'login-links'])('%s may change at any time', (setting) => {
  expect(verdict(setting, { registered: 9, offered: 9 }, { finalMerit: 1, allotments: [1] })).toBe('free | -')
})

test('the year is fixed once an Application ID is given out', () => {
  expect(verdict('year')).toBe('free | -')
  expect(verdict('year', { registered: 1 })).toBe('refused | ids-issued | 1 registered touched')
})

test('a new application fee is for those who have not begun to pay', () => {
  expect(verdict('fees', { registered: 9, payers: 4 })).toBe('free | - | 5 registered touched | 4 payers kept')
  expect(verdict('fees', { registered: 4, payers: 4 })).toBe('free | - | 4 payers kept')
})

test.each<[CellSetting, string]>([
  ['acceptance-fee', '5 offered touched | 4 seatPayers kept'],
  ['payment-time', '5 offered touched'],
  ['own-time', '9 offered touched'],
])(
  '%s changes by an order once a seat is offered or the instant of the first allotment has come',
  (setting, touches) => {
    expect(verdict(setting)).toBe('free | -')
    expect(verdict(setting, {}, { allotments: [now + 1, 1] })).toBe('free | -')
    expect(verdict(setting, { offered: 1 })).toMatch(/^order \| seats-offered/)
    expect(verdict(setting, {}, { allotments: [now] })).toBe('order | seats-offered')
    expect(verdict(setting, { offered: 9, seatPayers: 4 })).toBe(`order | seats-offered | ${touches}`)
  },
)

test('before the first allotment, another payment time is for those who have not submitted', () => {
  expect(verdict('payment-time', { registered: 9, submitted: 4 })).toBe('free | - | 5 registered touched')
})

test.each<CellSetting>(['limits', 'border-area', 'merit'])('%s is fixed once a final list is due', (setting) => {
  const counts = { submitted: 5, ranked: 3 }
  expect(verdict(setting)).toBe('free | -')
  expect(verdict(setting, { submitted: 1 })).toBe('order | forms-submitted | 1 submitted touched')
  expect(verdict(setting, counts, { provisionalMerit: now + 1 })).toBe('order | forms-submitted | 5 submitted touched')
  expect(verdict(setting, counts, { provisionalMerit: now })).toBe('order | list-published | 3 ranked touched')
  expect(verdict(setting, counts, { provisionalMerit: 1, finalMerit: now + 1 })).toMatch(/^order/)
  expect(verdict(setting, counts, { provisionalMerit: 1, finalMerit: now })).toBe(
    'refused | list-published | 3 ranked touched',
  )
})

test('rules of certificates change by an order while somebody awaits one', () => {
  expect(verdict('certificates')).toBe('free | -')
  expect(verdict('certificates', { awaiting: 1 })).toBe('order | certificates-awaited | 1 awaiting touched')
})

test('times for personal data may change, and touch everybody', () => {
  expect(verdict('personal-data', { registered: 2 })).toBe('free | - | 2 registered touched')
})

test('a round changes freely until its option form opens or is used, by an order until its allotment, and then never', () => {
  const second: [RoundPlan, RoundPlan] = [plan, [round, other, round]]
  const forms = { optionForms: [7, 2, 3] }
  expect(verdict('rounds', forms, { allotments: [1, 1, 1] }, [plan, plan])).toBe('free | -')
  expect(verdict('rounds', { optionForms: [7, 0, 0] }, { options: [1, now + 1, null] }, second)).toBe('free | -')
  expect(verdict('rounds', {}, { options: [1, now, null] }, second)).toBe('order | round-begun')
  expect(verdict('rounds', forms, {}, second)).toBe('order | round-begun | 3 ranked touched')
  expect(verdict('rounds', { ...forms, offered: 4 }, { allotments: [1, now + 1, null] }, second)).toMatch(/^order/)
  expect(verdict('rounds', { ...forms, offered: 4 }, { allotments: [1, now, null] }, second)).toBe(
    'refused | round-allotted | 4 offered touched',
  )
  expect(verdict('rounds', {}, { allotments: [now, null, null] })).toBe('refused | round-allotted')
})

test('another number of rounds changes the former last round', () => {
  const instants = { allotments: [1, 1, now] }
  expect(verdict('rounds', {}, instants, [plan, [...plan, round]])).toBe('refused | round-allotted')
  expect(verdict('rounds', {}, { allotments: [1, 1, now + 1] }, [plan, [...plan, round]])).toBe('free | -')
  expect(verdict('rounds', {}, { allotments: [1, now, null] }, [plan, [round, round]])).toBe('refused | round-allotted')
  expect(verdict('rounds', {}, { allotments: [now, null, null] }, [plan, [round, round]])).toBe('free | -')
})

test('the schedule fixes the lists, and the options and allotment of each round', () => {
  const schedule: Record<string, number> = {
    'provisional-merit': 1,
    'final-merit': 2,
    'round-1-options': 3,
    'round-1-allotment': 4,
    'round-2-allotment': 6,
  }
  const activity = (key: string) => (key in schedule ? ({ key, opensAt: schedule[key] } as never) : undefined)
  expect(instantsOf([round, round], activity)).toEqual({
    provisionalMerit: 1,
    finalMerit: 2,
    options: [3, null],
    allotments: [4, 6],
  })
})
