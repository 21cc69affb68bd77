import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Activity, reschedule } from '../../../server/domain/portal/schedule'

const title = { en: 'x', mr: 'x' }
const schedule: Activity[] = [
  { key: 'registration', title, opensAt: 100, closesAt: 200 },
  { key: 'scrutiny', title, opensAt: 110, closesAt: 250 },
  { key: 'provisional-merit', title, opensAt: 300, closesAt: null },
  { key: 'talk', title, opensAt: 10, closesAt: 20 },
]
const faultOf = (key: string, opensAt: number, closesAt: number | null, now: number) => {
  const result = reschedule(schedule, key, { opensAt, closesAt }, now)
  return result.ok ? null : (result.refusal.fields?.[0]?.code ?? result.refusal.code)
}

describe('activities that may be given new times', () => {
  test.each([
    ['registration', 100, 230, 150, null],
    ['registration', 100, 250, 150, null],
    ['registration', 100, 251, 150, 'schedule.order'],
    ['registration', 90, 230, 150, 'schedule.has-begun'],
    ['registration', 90, 230, 50, null],
    ['registration', 40, 230, 50, 'schedule.past'],
    ['registration', 100, 140, 150, 'schedule.past'],
    ['registration', 100, 160, 150, null],
    ['registration', 100, 90, 50, 'schedule.before-opening'],
    ['registration', 100, null, 50, 'schedule.needs-closing'],
    ['provisional-merit', 310, 320, 50, 'schedule.no-closing'],
    ['provisional-merit', 240, null, 50, 'schedule.order'],
    ['provisional-merit', 310, null, 50, null],
    ['provisional-merit', 320, null, 310, 'schedule.has-begun'],
    ['talk', 10, 400, 150, null],
    ['nothing', 10, 20, 5, 'unknown-activity'],
  ] as const)('%s to %s–%s at %s: %s', (key, opensAt, closesAt, now, fault) => {
    expect(faultOf(key, opensAt, closesAt, now)).toBe(fault)
  })
})

test('no permitted change closes an activity in the past, or moves the beginning of one that has begun', () => {
  const moment = fc.integer({ min: 0, max: 400 })
  fc.assert(
    fc.property(
      fc.constantFrom('registration', 'scrutiny', 'talk'),
      moment,
      moment,
      moment,
      (key, opensAt, closesAt, now) => {
        const before = schedule.find((activity) => activity.key === key)!
        const result = reschedule(schedule, key, { opensAt, closesAt }, now)
        if (!result.ok) return
        const { value } = result
        expect(value.closesAt === before.closesAt || value.closesAt! > now).toBe(true)
        expect(value.opensAt === before.opensAt || before.opensAt > now).toBe(true)
        expect(value.closesAt!).toBeGreaterThan(value.opensAt)
      },
    ),
  )
})
