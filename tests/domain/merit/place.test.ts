import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberAmong } from '#server/domain/merit/place.ts'
import { criteriaKept, type MeritCandidate, rank, sharesKept } from '#server/domain/merit/ranking.ts'

const criteria = ['degree', 'birth-date'] as const
const one = (userId: string, marks: number, born: number): MeritCandidate => ({
  candidateId: Number(userId.slice(2)),
  userId,
  fullName: userId,
  type: 'A',
  category: 'OPEN',
  shares: [
    { over: marks, under: 10 },
    { over: 99_991_231 - born, under: 1 },
  ],
})

test('the number among others is the one that a whole new ranking gives', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ marks: fc.nat(4), born: fc.integer({ min: 20_000_101, max: 20_000_103 }) }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.nat(11),
      fc.nat(4),
      (people, at, marks) => {
        const all = people.map((it, n) => one(`ML24${100_000 + n}`, it.marks, it.born))
        const chosen = all[at % all.length]!
        const corrected = { ...chosen, shares: [{ over: marks, under: 10 }, chosen.shares[1]!] }
        const others = rank(
          all.filter((it) => it !== chosen),
          criteria,
        )
        const found = numberAmong(
          corrected,
          { count: others.length, entry: (place) => others[place - 1]!.candidate },
          criteria,
        )
        const whole = rank(
          all.map((it) => (it === chosen ? corrected : it)),
          criteria,
        )
        expect(found).toBe(whole.findIndex(({ candidate }) => candidate === corrected) + 1)
      },
    ),
    { numRuns: 500, seed: 2024 },
  )
})

test('stored criteria are read back as they were compared', () => {
  const { shares } = one('ML24100000', 7, 20_010_531)
  const kept = criteriaKept(shares, criteria)
  expect(kept).toBe('{"degree":[7,10],"birth-date":"2001-05-31"}')
  expect(sharesKept(kept, criteria)).toEqual(shares)
})
