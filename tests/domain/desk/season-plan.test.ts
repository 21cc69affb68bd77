import { expect, test } from 'vitest'
import { type PlanFacts, seasonPlan } from '#server/domain/desk/season-plan.ts'
import { daysUntil } from '#server/domain/terms/schedule.ts'
import { ist } from '#server/kernel/time.ts'

const title = { en: 'x', mr: 'x' }
const schedule = [
  { key: 'scrutiny', title, opensAt: ist('2024-07-12 10:00'), closesAt: ist('2024-08-10 17:00') },
  { key: 'provisional-merit', title, opensAt: ist('2024-08-17 17:00'), closesAt: null },
  { key: 'round-1-options', title, opensAt: ist('2024-08-20 10:00'), closesAt: ist('2024-08-22 17:00') },
  { key: 'round-1-reporting', title, opensAt: ist('2024-08-25 10:00'), closesAt: ist('2024-08-27 17:00') },
]
const facts: PlanFacts = {
  isOpened: true,
  publications: [{ activity: 'provisional-merit', page: 'merit-lists', dueAt: 1, isPublished: false, released: null }],
  hasSeatMatrix: () => false,
  forms: () => 7,
  openGrievances: () => 0,
  unsigned: () => 2,
}
const at = (time: string, more: Partial<PlanFacts> = {}) => seasonPlan(schedule, ist(time), { ...facts, ...more })

test('the next three instants, each with what it needs', () => {
  expect(at('2024-08-01 12:00')).toMatchObject([
    { activity: 'scrutiny', edge: 'closes', need: { kind: 'forms', isReady: false, count: 7, page: 'officers' } },
    { activity: 'provisional-merit', edge: 'happens', need: { kind: 'release', isReady: false, page: 'merit-lists' } },
    { activity: 'round-1-options', edge: 'opens', need: { kind: 'seat-matrix', isReady: false } },
  ])
  const ready = at('2024-08-01 12:00', {
    hasSeatMatrix: () => true,
    forms: () => 0,
    publications: [{ ...facts.publications[0]!, released: { id: 1, isCurrent: true } }],
  })
  expect(ready.map(({ need }) => need?.isReady)).toEqual([true, true, true])
})

test('a released list whose sources have changed is not ready; an instant that has come is no longer planned', () => {
  const outdated = [{ ...facts.publications[0]!, released: { id: 1, isCurrent: false } }]
  expect(at('2024-08-17 16:59', { publications: outdated })[0]).toMatchObject({ need: { isReady: false } })
  expect(at('2024-08-17 17:00')[0]).toMatchObject({ activity: 'round-1-options' })
  expect(at('2024-08-22 17:00')).toMatchObject([
    { edge: 'opens', need: null },
    { edge: 'closes', need: { kind: 'signatures', count: 2, who: 'institutes' } },
  ])
  expect(at('2024-08-27 17:00')).toEqual([])
})

test('before the opening everything needs it', () => {
  expect(at('2024-08-01 12:00', { isOpened: false }).map(({ need }) => need?.kind)).toEqual(Array(3).fill('opening'))
})

test('days are counted by the calendar in India', () => {
  const now = ist('2024-08-01 23:59')
  expect(
    [ist('2024-08-01 23:59'), ist('2024-08-02 00:00'), ist('2024-08-13 09:00')].map((day) => daysUntil(day, now)),
  ).toEqual([0, 1, 12])
})
