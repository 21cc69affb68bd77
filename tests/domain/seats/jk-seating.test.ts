import { expect, test } from 'vitest'
import { choicesIn, seatByMerit } from '#server/domain/seats/jk-seating.ts'

test('in the order of merit each gets the first choice with a free seat, and nobody a choice without one (rules §8.19)', () => {
  const counts = new Map([
    ['a', 1],
    ['b', 2],
    ['full', 0],
  ])
  const candidates = [
    { candidateId: 13, merit: 3, choices: ['a', 'full'] },
    { candidateId: 11, merit: 1, choices: ['full', 'a', 'b'] },
    { candidateId: 14, merit: 4, choices: ['b'] },
    { candidateId: 12, merit: 2, choices: ['unknown', 'a', 'b'] },
    { candidateId: 15, merit: 5, choices: ['b'] },
  ]
  expect(seatByMerit(counts, candidates)).toEqual([
    { candidateId: 11, merit: 1, choiceCode: 'a', preference: 2 },
    { candidateId: 12, merit: 2, choiceCode: 'b', preference: 3 },
    { candidateId: 14, merit: 4, choiceCode: 'b', preference: 1 },
  ])
  expect(counts.get('a')).toBe(1)
})

test('choices are typed with commas, spaces or line breaks, and count once', () => {
  expect(choicesIn('101, 102\n101 103')).toEqual(['101', '102', '103'])
})
