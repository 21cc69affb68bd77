import { describe, expect, test } from 'vitest'
import { publicationAlarms, type ScheduledPublication } from '#server/domain/desk/publications.ts'
import { inOrder, isOverdue, type Waiting } from '#server/domain/desk/waiting.ts'
import { days, hours } from '#server/kernel/time.ts'

const now = days(20_000)
const list: ScheduledPublication = {
  activity: 'provisional-merit',
  page: 'merit-lists',
  dueAt: now + hours(30),
  isPublished: false,
  released: null,
}
const faultsOf = (change: Partial<ScheduledPublication>) =>
  publicationAlarms([{ ...list, ...change }], now).map(({ fault, isMissed }) => [fault, isMissed])

describe('alarms about publications', () => {
  test('a missing release is no alarm until a day before its instant', () => {
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ dueAt: now + hours(24) })).toEqual([['unreleased', false]])
    expect(faultsOf({ dueAt: now })).toEqual([['unreleased', true]])
  })

  test('a released version that has become outdated is one at once, however far its instant is', () => {
    expect(faultsOf({ released: { id: 1, isCurrent: true } })).toEqual([])
    expect(faultsOf({ released: { id: 1, isCurrent: false } })).toEqual([['outdated', false]])
  })

  test('a released version whose data have changed since is one too, although it is published', () => {
    expect(faultsOf({ released: { id: 1, isCurrent: true, hasChanged: true } })).toEqual([['changed', false]])
  })

  test('a released version without a date waits for ever, so it is one too', () => {
    expect(faultsOf({ dueAt: null })).toEqual([])
    expect(faultsOf({ dueAt: null, released: { id: 1, isCurrent: true } })).toEqual([['undated', false]])
  })

  test('the most urgent comes first', () => {
    const at = (dueAt: number | null, more = {}) => ({ ...list, dueAt, ...more })
    const scheduled = [at(now + 2), at(now - 1), at(null, { released: { id: 1, isCurrent: true } })]
    expect(publicationAlarms(scheduled, now).map(({ dueAt }) => dueAt)).toEqual([null, now - 1, now + 2])
  })

  test('once published, nothing is wrong', () => {
    expect(faultsOf({ isPublished: true, dueAt: now - 1 })).toEqual([])
  })
})

describe('waiting work', () => {
  const line = (kind: Waiting['kind'], change: Partial<Waiting>): Waiting => ({
    kind,
    count: 1,
    oldestAt: 5,
    dueAt: null,
    page: 'orders',
    ...change,
  })

  test('is in order of due time, then of age; kinds without work are left out', () => {
    const found = inOrder([
      line('order', { oldestAt: 9 }),
      line('grievance', { oldestAt: 3 }),
      line('allotment', { dueAt: 100 }),
      line('scrutiny', { count: 0 }),
    ])
    expect(found.map(({ kind }) => kind)).toEqual(['allotment', 'grievance', 'order'])
  })

  test('is overdue from its due time on', () => {
    expect(isOverdue({ dueAt: 10 }, 9)).toBe(false)
    expect(isOverdue({ dueAt: 10 }, 10)).toBe(true)
    expect(isOverdue({ dueAt: null }, 10)).toBe(false)
  })
})
