import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkInput } from '#server/domain/allotment/check.ts'
import { recompute } from '#server/domain/allotment-verifier/recompute.ts'
import { isEligible, meritFor, typesFor } from '#server/domain/allotment-verifier/rules.ts'
import type { AllotmentCandidate, AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { verify } from '#server/features/seats/allotment/verify.ts'
import { anyRound, crossedRound } from './cohorts'

fc.configureGlobal({ seed: 2024 })
const many = { numRuns: 2500 }

const bytes = (result: AllotmentResult) => JSON.stringify(result)

describe('every round', () => {
  test('is sound as drawn here, and the rounds cover every kind of event', () => {
    const seen = new Map<string, number>()
    const note = (what: string, happens: boolean) => happens && seen.set(what, (seen.get(what) ?? 0) + 1)
    const drawn = fc.sample(anyRound, 2000)
    for (const input of drawn) {
      expect(checkInput(input)).toMatchObject({ isSound: true })
      const { allotments, conversions, vacancies } = allot(input)
      const byId = new Map(input.candidates.map((one) => [one.id, one]))
      for (const { id, stage, seatType, retained } of allotments) {
        note(`stage ${stage}`, true)
        note(seatType, true)
        note('kept', retained)
        const { holds } = byId.get(id)!
        note('kept converted', retained && holds?.originalType !== undefined)
        note('left', holds !== null && !retained)
        note('left converted', !retained && holds?.originalType !== undefined)
      }
      for (const { from, to } of conversions) note(`${from} became ${to}`, true)
      note('vacant', vacancies.length > 0)
    }
    for (const stage of ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII'])
      expect(seen.get(`stage ${stage}`), stage).toBeGreaterThan(5)
    for (const type of ['PWDRS', 'DEFRS', 'ORPHAN', 'MI', 'LNT1S', 'SBC', 'VJNT', 'BC', 'ALL', 'EWS', 'AI', 'TFWS']) {
      expect(seen.get(type), type).toBeGreaterThan(5)
    }
    for (const what of [
      'kept',
      'kept converted',
      'left',
      'left converted',
      'vacant',
      'LSCS became BC',
      'MI became GOPENS',
    ]) {
      expect(seen.get(what), what).toBeGreaterThan(5)
    }
  })

  test('keeps every promise that the verifier checks', () => {
    fc.assert(
      fc.property(anyRound, (input) => void expect(verify(input, allot(input))).toEqual([])),
      many,
    )
  })

  test('agrees with the second, plain implementation', () => {
    fc.assert(
      fc.property(anyRound, (input) => {
        const { format, inputHash, ...told } = allot(input)
        expect(told).toEqual(recompute(input))
      }),
      { numRuns: 1000, seed: 2025 },
    )
  })

  test('leaves every holder with a seat, and gives no candidate two', () => {
    fc.assert(
      fc.property(anyRound, (input) => {
        const { allotments } = allot(input)
        const got = new Map(allotments.map((one) => [one.id, one]))
        expect(got.size).toBe(allotments.length)
        for (const { id, holds, options } of input.candidates) {
          if (!holds) continue
          const seat = got.get(id)!
          const heldAt = options.indexOf(holds.choiceCode)
          if (seat.retained) expect(seat).toMatchObject({ choiceCode: holds.choiceCode, seatType: holds.seatType })
          else expect(options.slice(0, heldAt < 0 ? undefined : heldAt)).toContain(seat.choiceCode)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('makes no candidate worse off at any stage', () => {
    fc.assert(
      fc.property(anyRound, (input) => {
        let before = new Map<string, number>()
        for (let count = 1; count <= input.stages.length; count++) {
          const now = liking(input, allot({ ...input, stages: input.stages.slice(0, count) }))
          for (const [id, place] of before) expect(now.get(id) ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(place)
          before = now
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('makes nobody worse off when others leave before it', () => {
    let moved = 0
    fc.assert(
      fc.property(anyRound, fc.array(fc.boolean(), { minLength: 5, maxLength: 9 }), (input, lots) => {
        const leaves = (place: number) => lots[place % lots.length] === true
        const candidates = input.candidates.filter(({ holds }, place) => holds !== null || !leaves(place))
        const [before, after] = [liking(input, allot(input)), liking(input, allot({ ...input, candidates }))]
        for (const { id } of candidates) {
          const [was, is] = [before.get(id) ?? Number.POSITIVE_INFINITY, after.get(id) ?? Number.POSITIVE_INFINITY]
          expect(is).toBeLessThanOrEqual(was)
          if (is < was) moved++
        }
      }),
      { numRuns: 1000 },
    )
    expect(moved).toBeGreaterThan(20)
  })

  test('case 59: gives the same bytes for the same input, however it is ordered', () => {
    fc.assert(
      fc.property(
        anyRound.chain((input) =>
          fc.tuple(fc.constant(input), shuffled(input.candidates), shuffled(input.seats), fc.boolean()),
        ),
        ([input, candidates, seats, turn]) => {
          const minority = (one: AllotmentCandidate) => (turn ? [...one.minority].reverse() : one.minority)
          const written = {
            ...input,
            seats,
            candidates: candidates.map((one) => ({ ...one, minority: minority(one) })),
          }
          const turned = Object.fromEntries(Object.entries(written).reverse()) as unknown as AllotmentInput
          expect(bytes(allot(turned))).toBe(bytes(allot(input)))
          expect(bytes(allot(input))).toBe(bytes(allot(input)))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

const shuffled = <T>(all: readonly T[]) =>
  fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length })

/**
 * Each candidate's success: the place of their seat in their order of preference. Smaller is better, and a retained
 * seat counts worst.
 */
function liking(input: AllotmentInput, { allotments }: AllotmentResult): Map<string, number> {
  const byId = new Map(input.candidates.map((one) => [one.id, one]))
  return new Map(
    allotments.map(({ id, choiceCode, seatType, retained }) => {
      const one = byId.get(id)!
      if (retained) return [id, 1e6]
      return [id, one.options.indexOf(choiceCode) * 100 + typesFor(one).indexOf(seatType)]
    }),
  )
}

describe('among all stable matchings, listed by brute force,', () => {
  test('the engine finds the best one for every candidate', () => {
    let choices = 0
    fc.assert(
      fc.property(crossedRound, (input) => {
        const wishes = input.candidates.map((one) => wishesOf(input, one))
        const stable = everyMatching(wishes).filter((matching) => isStable(wishes, matching))
        if (stable.length > 1) choices++
        const best = wishes.map((own, n) => own[Math.min(...stable.map((matching) => matching[n]!))])
        const got = new Map(allot(input).allotments.map((one) => [one.id, `${one.choiceCode} ${one.seatType}`]))
        expect(input.candidates.map(({ id }) => got.get(id))).toEqual(best.map((wish) => wish && nameOf(wish)))
      }),
      { numRuns: 1500 },
    )
    // A round with a single stable matching proves little.
    expect(choices).toBeGreaterThan(50)
  })
})

type Wish = { choiceCode: string; type: SeatType; merit: number; count: number }
const nameOf = ({ choiceCode, type }: Wish) => `${choiceCode} ${type}`

function wishesOf(input: AllotmentInput, one: AllotmentCandidate): Wish[] {
  return one.options.flatMap((choiceCode) =>
    typesFor(one).flatMap((type) => {
      const line = input.seats.find((seat) => seat.choiceCode === choiceCode && seat.seatType === type)
      if (!line?.count || !isEligible(one, type, line.minority)) return []
      return { choiceCode, type, merit: meritFor(one, type)!, count: line.count }
    }),
  )
}

/** Every assignment within the seats: for each candidate the number of a wish, or the count of wishes for no seat. */
function everyMatching(wishes: readonly Wish[][]): number[][] {
  let all: number[][] = [[]]
  for (const own of wishes) {
    all = all.flatMap((start) => [...own.keys(), own.length].map((wish) => [...start, wish]))
    all = all.filter((matching) =>
      [...sittingIn(wishes, matching).values()].every(({ wish, merits }) => merits.length <= wish.count),
    )
  }
  return all
}

/** No candidate prefers a seat that is free or held by a lower-ranked candidate. */
function isStable(wishes: readonly Wish[][], matching: readonly number[]): boolean {
  const sitting = sittingIn(wishes, matching)
  return matching.every((number, n) =>
    wishes[n]!.slice(0, number).every((wish) => {
      const merits = sitting.get(nameOf(wish))?.merits ?? []
      return merits.length === wish.count && merits.every((merit) => merit < wish.merit)
    }),
  )
}

function sittingIn(wishes: readonly Wish[][], matching: readonly number[]) {
  const sitting = new Map<string, { wish: Wish; merits: number[] }>()
  for (const [n, number] of matching.entries()) {
    const wish = wishes[n]![number]
    if (!wish) continue
    const there = sitting.get(nameOf(wish)) ?? { wish, merits: [] }
    sitting.set(nameOf(wish), { wish, merits: [...there.merits, wish.merit] })
  }
  return sitting
}
