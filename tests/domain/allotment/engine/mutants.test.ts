import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Promised } from '#server/domain/allotment-verifier/breach.ts'
import type { AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { verify } from '#server/features/seats/allotment/verify.ts'
import { candidate, codeOf, outsider, round, seats } from './cases'
import { anyRound } from './cohorts'

fc.configureGlobal({ seed: 2024 })

/** The promises that a result breaks, each listed once. */
const broken = (input: AllotmentInput, result: unknown): Promised[] => [
  ...new Set(verify(input, result).map(({ promise }) => promise)),
]

/** The result of another input under this input's hash, as a careful forger would present it. */
const forged = (input: AllotmentInput, other: AllotmentInput): AllotmentResult => ({
  ...allot(other),
  inputHash: allot(input).inputHash,
})

describe('case 60: a result that was tampered with, under the right hash, is refused', () => {
  const woman = { gender: 'F', category: 'SC' } as const
  const input = round(
    seats({ A: { LOPENS: 1, GOPENS: 1, LSTS: 1, LSEBCS: 1, AI: 1 }, B: { GSCS: 1, EWS: 1 } }),
    [
      candidate('a', 1, 'AB'),
      candidate('b', 2, 'AB', { ews: true }),
      candidate('c', 3, 'AB', woman),
      candidate('d', 4, 'BA', { category: 'SC' }),
      candidate('e', 5, 'A', { category: 'SBC' }),
      candidate('f', 9, 'A', { ...outsider, allIndiaMerit: 8 }),
      candidate('h', 20, 'BA', { holds: { choiceCode: codeOf('A'), seatType: 'GOPENS', originalType: 'PWDRS' } }),
    ],
    ['I', 'II', 'III'],
  )
  const right = allot(input)
  const changed = (change: (result: AllotmentResult) => unknown): Promised[] => {
    const copy = structuredClone(right)
    change(copy)
    return broken(input, copy)
  }
  const of = (result: AllotmentResult, id: string) => result.allotments.find((one) => one.id === id)!

  test('but not if it is untouched', () => {
    expect(verify(input, right)).toEqual([])
    expect(right.conversions.length + right.vacancies.length).toBeGreaterThan(1)
  })

  test('if a candidate is missing, repeated or unknown', () => {
    expect(changed(({ allotments }) => allotments.pop())).toContain('retained')
    expect(changed(({ allotments }) => allotments.shift())).toContain('no-envy')
    expect(changed(({ allotments }) => allotments.push(allotments.at(-1)!))).toEqual(['format'])
    expect(changed((result) => Object.assign(of(result, 'h'), { id: 'z' }))).toEqual(['format'])
  })

  test('if a seat goes to the wrong candidate', () => {
    expect(changed((result) => Object.assign(of(result, 'd'), { seatType: 'LSTS' }))).toContain('eligibility')
    expect(changed((result) => Object.assign(of(result, 'e'), { choiceCode: codeOf('B') }))).toContain('eligibility')
    expect(changed((result) => Object.assign(of(result, 'b'), { seatType: 'GOPENS' }))).toContain('capacity')
    expect(
      changed((result) => {
        const [a, b] = [of(result, 'a'), of(result, 'b')]
        for (const name of ['choiceCode', 'seatType', 'preference', 'stage'] as const) {
          ;[a[name], b[name]] = [b[name], a[name]] as [never, never]
        }
      }),
    ).toContain('no-envy')
  })

  test('if it misstates how a seat was reached', () => {
    expect(changed((result) => Object.assign(of(result, 'a'), { preference: 2 }))).toEqual(['format'])
    expect(changed((result) => Object.assign(of(result, 'a'), { stage: 'II' }))).toEqual(['stage'])
    expect(changed((result) => Object.assign(of(result, 'h'), { retained: false }))).toContain('retained')
    expect(changed((result) => Object.assign(of(result, 'a'), { retained: true }))).toContain('retained')
    expect(changed(({ closing }) => closing[0]!.merit++)).toEqual(['closing'])
    expect(changed(({ closing }) => closing.pop())).toEqual(['closing'])
    expect(changed(({ allotments }) => allotments.reverse())).toEqual(['format'])
  })

  test('if a conversion is wrong, although every seat is accounted for', () => {
    // Two seats could become the SBC seat, and LST is charged before LSEBC. The forgery has them the other way round.
    const [conversion] = right.conversions.filter(({ to }) => to === 'SBC')
    expect(conversion).toEqual({ choiceCode: codeOf('A'), from: 'LSTS', to: 'SBC', count: 1 })
    const vacancy = (result: AllotmentResult) => result.vacancies.find(({ seatType }) => seatType === 'LSEBCS')!
    const swapped = changed((result) => {
      result.conversions.find(({ to }) => to === 'SBC')!.from = 'LSEBCS'
      vacancy(result).seatType = 'LSTS'
    })
    expect(swapped).toEqual(['conversions', 'vacancies'])
    expect(
      changed((result) => Object.assign(result.conversions.find(({ to }) => to === 'SBC')!, { from: 'AI' })),
    ).toContain('conversions')
    expect(changed((result) => vacancy(result).count++)).toContain('vacancies')
    expect(changed((result) => Object.assign(result, { conversions: [] }))).toContain('capacity')
  })

  test('if it belongs to another round: fewer stages, other lists, or other choices of a candidate', () => {
    expect(broken(input, forged(input, { ...input, stages: ['I'] }))).toContain('optimal')
    const [first, ...others] = input.candidates
    const other = { ...input, candidates: [{ ...first!, options: [codeOf('B')] }, ...others] }
    expect(broken(input, forged(input, other))).toContain('no-envy')
    expect(broken(input, { ...right, inputHash: '0'.repeat(64) })).toEqual(['input'])
  })

  test('if it is stable, but another stable result is better for the candidates', () => {
    // The State list ranks y before x, the All India list x before y; each seat prefers the candidate it cannot get.
    const crossed = round(seats({ A: { GOPENS: 1 }, B: { AI: 1 } }), [
      candidate('x', 2, 'AB', { allIndiaMerit: 1 }),
      candidate('y', 1, 'BA', { allIndiaMerit: 2 }),
    ])
    const best = allot(crossed)
    expect(best.allotments.map(({ preference }) => preference)).toEqual([1, 1])
    const [a, b] = [codeOf('A'), codeOf('B')]
    const stable: AllotmentResult = {
      ...best,
      allotments: [
        { id: 'x', choiceCode: b, seatType: 'AI', preference: 2, stage: 'I', retained: false },
        { id: 'y', choiceCode: a, seatType: 'GOPENS', preference: 2, stage: 'I', retained: false },
      ],
      closing: [
        { choiceCode: a, seatType: 'GOPENS', merit: 1 },
        { choiceCode: b, seatType: 'AI', merit: 1 },
      ],
    }
    expect(broken(crossed, stable)).toEqual(['optimal'])
  })

  test('if it is not a result at all', () => {
    for (const nothing of [
      null,
      7,
      [],
      {},
      { ...right, allotments: null },
      { ...right, closing: [null] },
      { ...right, more: 1 },
    ]) {
      expect(broken(input, nothing)).toEqual(['format'])
    }
  })
})

test('case 60: the verifier notices a change of any single value', () => {
  let changes = 0
  fc.assert(
    fc.property(anyRound, fc.nat(), fc.nat(4), (input, which, how) => {
      const result = allot(input)
      const places = valuesIn(result)
      const { holder, name } = places[which % places.length]!
      const value = holder[name]
      const others = [
        typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value}x`,
        null,
        typeof value === 'number' ? value - 1 : input.seats[which % input.seats.length]!.choiceCode,
        input.seats[which % input.seats.length]!.seatType,
        input.candidates[which % Math.max(1, input.candidates.length)]?.id ?? 'VII',
      ]
      if (others[how] === value) return
      holder[name] = others[how]
      changes++
      expect(verify(input, result)).not.toEqual([])
    }),
    { numRuns: 2500 },
  )
  expect(changes).toBeGreaterThan(2000)
})

/** Every place in a result that holds a simple value. */
function valuesIn(value: object): { holder: Record<string, unknown>; name: string }[] {
  const holder = value as Record<string, unknown>
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null ? valuesIn(inner) : [{ holder, name }],
  )
}
