import { describe, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { nowForCandidates, stagesOf } from '#server/domain/site/stages.ts'
import { timeline } from '#server/domain/terms/schedule.ts'
import { ist } from '#server/kernel/time.ts'

const { rounds, schedule } = mbale
const at = (moment: string) => stagesOf(rounds, schedule, ist(moment))
const shown = (moment: string) =>
  at(moment)
    .stages.filter(({ state }) => state === 'now' || state === 'next')
    .map(({ stage, state, share }) => [stage, state, share])

describe('the six stages of a season', () => {
  test.each([
    ['2024-07-12 09:59', 1, [['apply', 'next', 0]]],
    [
      '2024-08-12 16:20',
      1,
      [
        ['apply', 'now', 95],
        ['scrutiny', 'now', 90],
      ],
    ],
    ['2024-08-16 16:59', 1, [['scrutiny', 'now', 100]]],
    ['2024-08-16 17:00', 1, [['merit', 'next', 0]]],
    ['2024-08-28 12:00', 1, [['allotment', 'next', 0]]],
    ['2024-08-29 17:00', 1, [['allotment', 'now', 0]]],
    ['2024-09-05 10:00', 2, [['options', 'next', 0]]],
    ['2024-09-08 12:00', 2, [['options', 'now', 65]]],
    ['2024-10-06 10:00', 3, []],
  ])('at %s: round %i and %j', (moment, round, expected) => {
    expect(at(moment).round).toBe(round)
    expect(shown(moment)).toEqual(expected)
  })

  test('a stage spans all its activities, and one without dates says so', () => {
    const merit = at('2024-08-12 16:20').stages.find(({ stage }) => stage === 'merit')!
    expect([merit.opensAt, merit.closesAt]).toEqual([ist('2024-08-17 17:00'), ist('2024-08-22 17:00')])
    for (const { opensAt, closesAt, state } of stagesOf(rounds, [], ist('2024-08-12 16:20')).stages)
      expect([opensAt, closesAt, state]).toEqual([null, null, 'later'])
  })

  test('a season of one round ends with it', () => {
    const one = schedule.filter(({ key }) => !/^round-[23]/.test(key))
    const { round, stages } = stagesOf(rounds.slice(0, 1), one, ist('2024-10-06 10:00'))
    expect([round, stages.every(({ state, share }) => state === 'past' && share === 100)]).toEqual([1, true])
  })
})

test.each([
  ['2024-08-12 16:20', 'scrutiny'],
  ['2024-08-16 17:00', 'provisional-merit'],
  ['2024-08-26 12:00', 'round-1-options'],
  ['2024-08-28 12:00', 'round-1-allotment'],
  // Cancelling is possible for weeks and concerns few; late registration is for newcomers.
  ['2024-10-02 10:00', null],
])('what concerns those who have registered at %s: %s', (moment, key) => {
  expect(nowForCandidates(timeline(schedule, ist(moment)))?.key ?? null).toBe(key)
})
