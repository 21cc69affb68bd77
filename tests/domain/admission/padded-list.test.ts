import { expect, test } from 'vitest'
import { allottedMeans, type RoundRule } from '#server/domain/admission/offer.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { candidate, codeOf, round, seats } from '#tests/domain/allotment/engine/cases.ts'

/** What the thresholds 1, 3 and 6 invite (rules §8.11). They are season data; these are the rules of 2025-26. */
const second: RoundRule = { freezeUpTo: 3, isLast: false, whoReports: 'frozen' }
const third: RoundRule = { freezeUpTo: 6, isLast: false, whoReports: 'frozen' }

// One seat each. X and Y go to better candidates in round 2; whoever has X then leaves, so that round 3 gives it again.
const matrix = seats({
  X: { GOPENS: 1 },
  Y: { GOPENS: 1 },
  Z: { GOPENS: 1 },
  H: { GOPENS: 1 },
  I: { GOPENS: 1 },
  J: { GOPENS: 1 },
})
const others = [
  candidate('best', 1, 'X'),
  candidate('next', 2, 'Y'),
  ...['H', 'I', 'J'].map((code, n) => candidate(code, n + 3, code)),
]
const heir = candidate('heir', 20, 'X')

/** The seat of P in rounds 2 and 3, and who has X after round 3. */
function played(list: string) {
  const got = allot(round(matrix, [...others, candidate('P', 10, list), heir])).allotments.find(({ id }) => id === 'P')!
  const seat = { choiceCode: got.choiceCode, seatType: got.seatType }
  const means = allottedMeans({ preference: got.preference, isSupernumerary: false }, second)
  // A frozen seat is out of round 3 together with its holder; the seats of the others are final too, and X is given up.
  const isIn = means === 'decide'
  const left = seats(isIn ? { X: { GOPENS: 1 }, Z: { GOPENS: 1 } } : { X: { GOPENS: 1 } })
  const known = new Set(left.map(({ choiceCode }) => choiceCode))
  const p = candidate('P', 10, list, { holds: seat })
  const inRound = [...(isIn ? [{ ...p, options: p.options.filter((code) => known.has(code)) }] : []), heir]
  const later = allot(round(left, inRound)).allotments
  return {
    round2: { ...got, means },
    round3: later.find(({ id }) => id === 'P') ?? null,
    hasX: later.find(({ choiceCode }) => choiceCode === codeOf('X'))?.id,
  }
}

test('an honest list of three freezes its third choice in round 2', () => {
  const { round2, round3, hasX } = played('XYZ')
  expect(round2).toMatchObject({ choiceCode: codeOf('Z'), preference: 3, means: 'freezes' })
  expect(round3).toBeNull()
  expect(hasX).toBe('heir')
})

test('three hopeless choices before it keep the same seat unfrozen, and win X in round 3 from whoever would have had it', () => {
  const { round2, round3, hasX } = played('HIJXYZ')
  expect(round2).toMatchObject({ choiceCode: codeOf('Z'), preference: 6, means: 'decide' })
  expect(round3).toMatchObject({ choiceCode: codeOf('X') })
  expect(hasX).toBe('P')
  // On the list as it was confirmed, X is the fourth choice, and freezes in round 3.
  expect(allottedMeans({ preference: 4, isSupernumerary: false }, third)).toBe('freezes')
})

test('counting only attainable choices is no way out: of those, everybody has their first', () => {
  const { round2 } = played('HIJXYZ')
  const result = allot(round(matrix, [...others, candidate('P', 10, 'HIJXYZ'), heir]))
  const closing = new Map(result.closing.map(({ choiceCode, merit }) => [choiceCode, merit]))
  // Attainable: a pool that is not full, or whose last candidate has a larger merit number, or P's own seat.
  const attainable = ['H', 'I', 'J', 'X', 'Y', 'Z']
    .map(codeOf)
    .filter((code) => (closing.get(code) ?? Number.POSITIVE_INFINITY) >= 10)
  expect(attainable[0]).toBe(round2.choiceCode)
})
