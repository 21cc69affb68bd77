import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotAt } from '#server/domain/allotment/explained.ts'
import { isEligible } from '#server/domain/allotment-verifier/rules.ts'
import { usableSeatTypes } from '#server/domain/seats/seat-claims.ts'
import type { AllotmentCandidate, AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { seatTypes } from '#server/domain/terms/seat-types.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { anyRound } from './cohorts'

fc.configureGlobal({ seed: 2024 })

const minorityOf = (input: AllotmentInput) => new Map(input.seats.map((seat) => [seat.choiceCode, seat.minority]))
/** The claims that the application rules would leave: only types A to D keep those that need Maharashtra. */
const claimsOf = (one: AllotmentCandidate) =>
  'ABCD'.includes(one.type)
    ? one
    : { ...one, category: 'OPEN' as const, ews: false, pwd: false, defence: false, orphan: false }

test('the seats that a candidate could use are those that the verifier allows', () => {
  fc.assert(
    fc.property(anyRound, (input) => {
      const minority = minorityOf(input)
      for (const one of input.candidates) {
        for (const [choiceCode, community] of minority) {
          const usable = usableSeatTypes(claimsOf(one), { choiceCode, minority: community })
          const isWaiver = choiceCode.endsWith('T')
          expect(usable).toEqual(
            seatTypes.filter((type) => (type === 'TFWS') === isWaiver && isEligible(one, type, community)),
          )
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('the reasons for every round are true: everyone admitted ranks higher, or kept their own seat', () => {
  fc.assert(
    fc.property(anyRound, (input) => {
      const { allotments, closing } = allot(input)
      const minority = minorityOf(input)
      const got = new Map(allotments.map((one) => [one.id, one]))
      for (const one of input.candidates) {
        const seat = got.get(one.id)
        const held = one.holds ? one.options.indexOf(one.holds.choiceCode) : -1
        const reached = seat?.preference ? seat.preference - 1 : held >= 0 ? held : one.options.length
        for (const choiceCode of one.options.slice(0, reached)) {
          const pools = whyNotAt(claimsOf(one), {
            choiceCode,
            minority: minority.get(choiceCode) ?? null,
            seatTypes: input.seats
              .filter((line) => line.choiceCode === choiceCode && line.count > 0)
              .map((line) => line.seatType),
            closing: Object.fromEntries(
              closing.filter((line) => line.choiceCode === choiceCode).map(({ seatType, merit }) => [seatType, merit]),
            ),
          })
          for (const { seatType, own, last, why } of pools) {
            const holders = allotments.filter(
              (other) => other.choiceCode === choiceCode && other.seatType === seatType && other.retained,
            )
            if (why === 'merit') expect(last).toBeLessThan(own)
            else expect(holders.length).toBeGreaterThan(0)
          }
        }
      }
    }),
    { numRuns: 1000 },
  )
})
