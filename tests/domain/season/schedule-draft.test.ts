import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedRows,
  draftFaults,
  type Holiday,
  inTableOrder,
  onHolidays,
  type ScheduleRow,
  shifted,
  shiftFrom,
  suggestedDates,
} from '#server/domain/season/schedule-draft.ts'
import { days, ist } from '#server/kernel/time.ts'

const title = { en: 'x', mr: 'x' }
const row = (key: string, opensAt: number | null, closesAt: number | null = null, isEvent = false): ScheduleRow => ({
  key,
  title,
  opensAt,
  closesAt,
  isEvent,
  isLeftOut: false,
})
const schedule = [
  row('registration', 100, 200),
  row('scrutiny', 110, 250),
  row('provisional-merit', 300, null, true),
  row('round-1-allotment', 500, null, true),
  row('round-1-acceptance', 510, 520),
  row('own-1', 10, 20),
]
const faultsOf = (key: string, to: Partial<ScheduleRow>, now: number, happened = true) =>
  draftFaults(
    schedule,
    schedule.map((one) => (one.key === key ? { ...one, ...to } : one)),
    { now, hasHappened: () => happened },
  ).map(({ key: at, field, code }) => `${at} ${field} ${code.slice(9)}`)

describe('the faults of a changed row', () => {
  test.each([
    ['registration', { closesAt: 230 }, 150, []],
    ['registration', { closesAt: 250 }, 150, []],
    ['registration', { closesAt: 251 }, 150, ['scrutiny closes order']],
    ['registration', { opensAt: 90 }, 150, ['registration opens has-begun']],
    ['registration', { opensAt: 90 }, 50, []],
    ['registration', { opensAt: 40 }, 50, ['registration opens past']],
    ['registration', { closesAt: 140 }, 150, ['registration closes past']],
    ['registration', { closesAt: 90 }, 50, ['registration closes before-opening']],
    ['registration', { closesAt: null }, 50, ['registration closes needs-closing']],
    ['registration', { opensAt: null }, 50, ['registration opens needs-opening']],
    ['registration', { opensAt: null, closesAt: null }, 50, []],
    ['registration', { opensAt: null, closesAt: null }, 150, ['registration opens has-begun']],
    ['registration', { isLeftOut: true }, 50, ['registration out needed']],
    ['provisional-merit', { opensAt: 240 }, 50, ['provisional-merit opens order']],
    ['provisional-merit', { opensAt: 320 }, 310, ['provisional-merit opens has-begun']],
    ['round-1-acceptance', { opensAt: 499 }, 50, ['round-1-acceptance opens before-publication']],
    ['round-1-allotment', { opensAt: 515 }, 50, ['round-1-acceptance opens before-publication']],
    ['own-1', { closesAt: 400 }, 15, []],
    ['own-1', { isLeftOut: true }, 5, []],
    ['own-1', { isLeftOut: true }, 15, ['own-1 out has-begun']],
  ] as const)('%s to %j at %s: %j', (key, to, now, faults) => {
    expect(faultsOf(key, to, now)).toEqual(faults)
  })

  test('an opening that has passed may move as long as nothing has happened', () => {
    expect(faultsOf('provisional-merit', { opensAt: 320 }, 310, false)).toEqual([])
    expect(faultsOf('provisional-merit', { opensAt: 305 }, 310, false)).toEqual(['provisional-merit opens past'])
  })

  test('an order that was broken before is nobody’s fault now', () => {
    const broken = schedule.map((one) => (one.key === 'registration' ? { ...one, closesAt: 400 } : one))
    const next = broken.map((one) => (one.key === 'own-1' ? { ...one, closesAt: 30 } : one))
    expect(draftFaults(broken, next, { now: 15, hasHappened: () => true })).toEqual([])
  })
})

test('no draft without faults closes an activity in the past, or moves an opening on which something has happened', () => {
  const moment = fc.option(fc.integer({ min: 0, max: 600 }), { freq: 8 })
  fc.assert(
    fc.property(
      fc.constantFrom(...schedule.map(({ key }) => key)),
      moment,
      moment,
      fc.integer({ min: 0, max: 600 }),
      (key, opensAt, closesAt, now) => {
        const before = schedule.find((one) => one.key === key)!
        const after = { ...before, opensAt, closesAt: before.isEvent ? null : closesAt }
        const draft = schedule.map((one) => (one.key === key ? after : one))
        if (draftFaults(schedule, draft, { now, hasHappened: () => true }).length) return
        expect(after.closesAt === before.closesAt || after.closesAt === null || after.closesAt > now).toBe(true)
        expect(after.opensAt === before.opensAt || before.opensAt! > now).toBe(true)
        if (after.closesAt !== null) expect(after.closesAt).toBeGreaterThan(after.opensAt!)
      },
    ),
  )
})

test('the table follows the season; an activity of the cell stands before the first one that opens later', () => {
  const rows = [row('cancellation', 900), row('own-1', 150), row('round-1-options', 400), row('scrutiny', 200)]
  expect(inTableOrder([...rows, row('own-2', null)]).map(({ key }) => key)).toEqual([
    'own-1',
    'scrutiny',
    'round-1-options',
    'cancellation',
    'own-2',
  ])
})

describe('a shift', () => {
  const at = ist('2024-08-14 17:00')

  test('counts working days, skips Sundays and holidays, and keeps the time of day', () => {
    // 14 August 2024 is a Wednesday.
    expect(shifted(at, 1, new Set())).toBe(ist('2024-08-15 17:00'))
    expect(shifted(at, 1, new Set(['2024-08-15']))).toBe(ist('2024-08-16 17:00'))
    expect(shifted(at, 4, new Set(['2024-08-15']))).toBe(ist('2024-08-20 17:00'))
    expect(shifted(at, -3, new Set())).toBe(ist('2024-08-10 17:00'))
    expect(shifted(at, -4, new Set())).toBe(ist('2024-08-09 17:00'))
  })

  test('never changes the order of two instants, and never ends on a Sunday', () => {
    const instant = fc.integer({ min: 0, max: 400 }).map((day) => ist('2024-01-01 10:00') + days(day))
    fc.assert(
      fc.property(instant, instant, fc.integer({ min: -30, max: 30 }), (a, b, by) => {
        fc.pre(by !== 0)
        const [first, second] = [Math.min(a, b), Math.max(a, b)].map((one) => shifted(one, by, new Set()))
        expect(first!).toBeLessThanOrEqual(second!)
        expect(new Date(first! + 19_800_000).getUTCDay()).not.toBe(0)
      }),
    )
  })

  test('leaves earlier rows, what has begun, and what has no date', () => {
    const rows = [row('registration', at, at + days(1)), row('scrutiny', at, at + days(9)), row('grievances', null)]
    const moved = shiftFrom(rows, 'scrutiny', 1, { now: at + 1, hasHappened: () => true, holidays: [] })
    expect(changedRows(rows, moved).map(({ after }) => after)).toEqual([
      row('scrutiny', at, shifted(at + days(9), 1, new Set())),
    ])
    expect(shiftFrom(rows, 'talk', 1, { now: at, hasHappened: () => true, holidays: [] })).toEqual(rows)
  })
})

test('of the dates on a listed holiday those to come are named, also of a row that nobody has shifted', () => {
  const one = (key: string, opens: string | null, closes: string | null, isLeftOut = false): ScheduleRow => ({
    key,
    title: { en: key, mr: key },
    opensAt: opens === null ? null : ist(opens),
    closesAt: closes === null ? null : ist(closes),
    isEvent: closes === null,
    isLeftOut,
  })
  const rows = [
    one('both', '2026-10-02 00:00', '2026-10-02 23:59'),
    one('beside', '2026-10-01 23:59', '2026-10-03 00:00'),
    one('past', '2026-01-26 10:00', null),
    one('out', '2026-10-02 10:00', null, true),
    one('undated', null, null),
  ]
  const holidays = [
    { date: '2026-01-26', name: 'Republic Day' },
    { date: '2026-10-02', name: 'Gandhi Jayanti' },
  ] as Holiday[]
  const found = onHolidays(rows, holidays, ist('2026-05-01 10:00'))
  expect(found.map(({ key, edge, holiday }) => [key, edge, holiday.name])).toEqual([
    ['both', 'opens', 'Gandhi Jayanti'],
    ['both', 'closes', 'Gandhi Jayanti'],
  ])
})

describe('a round without dates', () => {
  const parts = ['options', 'allotment', 'acceptance', 'reporting'] as const
  const round = (number: number, opensOn: number | null) =>
    parts.map((part, place) => {
      const opensAt = opensOn === null ? null : days(opensOn + 2 * place)
      return row(`round-${number}-${part}`, opensAt, opensAt && part !== 'allotment' ? opensAt + days(1) : null)
    })
  const inDays = (rows: ScheduleRow[], now = 0) =>
    [...suggestedDates(rows, now)].map(([key, { opensAt, closesAt }]) => [
      key,
      opensAt / days(1),
      closesAt && closesAt / days(1),
    ])

  test('gets dates as far after the last one as that follows its own, and so does the next', () => {
    const rows = [...round(1, 10), ...round(2, 23), ...round(3, null), ...round(4, null)]
    expect(inDays(rows).slice(0, 4)).toEqual([
      ['round-3-options', 36, 37],
      ['round-3-allotment', 38, null],
      ['round-3-acceptance', 40, 41],
      ['round-3-reporting', 42, 43],
    ])
    expect(inDays(rows)[4]).toEqual(['round-4-options', 49, 50])
    expect(inDays([...round(1, 10), ...round(2, null)])[0], 'two weeks after a single round').toEqual([
      'round-2-options',
      24,
      25,
    ])
  })

  test('gets none in the past, after a round without dates, or once it has a date', () => {
    expect(inDays([...round(1, 10), ...round(2, null)], days(24))).toEqual([])
    expect(inDays([...round(1, null), ...round(2, null)])).toEqual([])
    const [options, ...others] = round(2, null)
    expect(inDays([...round(1, 10), { ...options!, opensAt: days(30) }, ...others])).toEqual([])
  })
})
