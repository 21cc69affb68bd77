import { describe, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { acceptanceNow, roundsNow } from '#server/domain/seats/rounds-now.ts'
import { ist } from '#server/kernel/time.ts'

const { rounds, schedule } = mbale
const at = (moment: string) => roundsNow(rounds, schedule, ist(moment))

describe('the current stage of the rounds', () => {
  test.each([
    ['before the first option form', '2024-08-24 09:59', null, 'round-1-options', false],
    ['once the first option form is open', '2024-08-24 10:00', 1, 'round-1-allotment', false],
    ['between the option form and the allotment', '2024-08-28 10:00', 1, 'round-1-allotment', false],
    ['at the allotment', '2024-08-29 17:00', 1, 'round-1-acceptance', false],
    ['between acceptance and reporting', '2024-09-01 20:00', 1, 'round-1-reporting', false],
    ['between two rounds', '2024-09-05 10:00', null, 'round-2-options', false],
    ['in the last round', '2024-09-30 12:00', 3, null, false],
    ['once the last round has ended', '2024-09-30 17:00', null, null, true],
  ] as const)('%s', (_, moment, running, next, areOver) => {
    const now = at(moment)
    expect([now.running, now.next?.key ?? null, now.areOver]).toEqual([running, next, areOver])
  })

  test('a schedule without rounds has none that is running or over', () => {
    expect(roundsNow(rounds, [], ist('2024-08-24 10:00'))).toEqual({ running: null, next: null, areOver: false })
  })
})

describe('accepting a seat of round 1', () => {
  const state = (moment: string) => acceptanceNow(1, schedule, ist(moment))?.state
  test.each([
    ['is still to come after the allotment', '2024-08-29 18:00', 'to-come'],
    ['opens on its first day at 10:00', '2024-08-30 10:00', 'open'],
    ['is open to the last minute', '2024-09-01 14:59', 'open'],
    ['is over at 15:00 on its last day', '2024-09-01 15:00', 'over'],
  ] as const)('%s', (_, moment, expected) => {
    expect(state(moment)).toBe(expected)
  })

  test('has no dates in a schedule that lacks it', () => {
    expect(acceptanceNow(1, [], ist('2024-08-30 10:00'))).toBeNull()
  })
})
