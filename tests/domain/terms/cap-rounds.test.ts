import { expect, test } from 'vitest'
import {
  isInSeason,
  isLastRound,
  roundBit,
  roundNumbers,
  roundOfActivity,
  roundOfSlug,
  roundSlug,
  roundWritten,
  rulesOf,
  takesPart,
} from '#server/domain/terms/cap-rounds.ts'

const plan = [1, 3, 'any'].map((autoFreezeUpTo) => ({ autoFreezeUpTo, whoReports: 'frozen', stages: ['I'] })) as never

test('the rounds of a plan are counted from 1, and the last one is final', () => {
  expect(roundNumbers(plan)).toEqual([1, 2, 3])
  expect([1, 2, 3, 4].map((round) => isLastRound(plan, round))).toEqual([false, false, true, true])
  expect(rulesOf(plan, 2).autoFreezeUpTo).toBe(3)
  for (const round of [0, 4]) expect(() => rulesOf(plan, round)).toThrow(RangeError)
})

test('a round is written as a whole number and in no other way (rules §15.1)', () => {
  const written = ['1', '3', '0', '4', '02', '2.0', '1e0', ' 2', 2, null]
  expect(written.map((one) => roundWritten(plan, one))).toEqual([1, 3, ...new Array(8).fill(null)])
})

test('an address names a round of the plan by a word (rules §18.3)', () => {
  expect([1, 2, 6].map(roundSlug)).toEqual(['round-one', 'round-two', 'round-six'])
  expect(['round-one', 'round-three', 'round-four', 'round-1', 3].map((slug) => roundOfSlug(plan, slug))).toEqual([
    ...[1, 3],
    ...[null, null, null],
  ])
})

test('the key of an activity names its round and part', () => {
  const found = ['round-2-options', 'round-12-reporting', 'round-0-options', 'round-1-lunch', 'registration']
  expect(found.map(roundOfActivity)).toEqual([
    { round: 2, part: 'options' },
    { round: 12, part: 'reporting' },
    ...[null, null, null],
  ])
  const inSeason = ['round-3-allotment', 'round-4-allotment', 'registration'].map((key) => isInSeason(key, 3))
  expect(inSeason).toEqual([true, false, true])
  expect(isInSeason('registration', 0)).toBe(true)
})

test('each round has a bit of its own', () => {
  expect([1, 2, 3].map(roundBit)).toEqual([1, 2, 4])
})

test('those on equal terms and those who hold a seat take part in a round (rules §8.11)', () => {
  expect((['takes-part', 'holds', 'seated', 'left'] as const).filter(takesPart)).toEqual(['takes-part', 'holds'])
})
