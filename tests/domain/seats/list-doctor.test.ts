import { describe, expect, test } from 'vitest'
import { adviseOn, type Candidacy, oddsOfList } from '#server/domain/seats/list-doctor.ts'

const one = (code: string, more: Partial<Candidacy> = {}): Candidacy => ({
  code: `${code}10110`,
  instituteCode: code,
  institute: `Institute ${'abcdefghij'[Number(code) % 10]!.repeat(9)}, Pune`,
  course: 'Medical',
  district: 'MH-pune',
  university: 'Pune',
  status: 'Un-Aided',
  isWaiver: false,
  band: 'possible',
  odds: [0.5],
  ...more,
})
const five = ['1001', '1002', '1003', '1004', '1005'].map((code) => one(code))

describe('the odds of a list', () => {
  test('grow with every chance, and never reach certainty or fall below the best one', () => {
    expect(oddsOfList([])).toBeNull()
    const [alone, two, three] = [[0.5], [0.5, 0.5], [0.5, 0.5, 0.01]].map((chances) => oddsOfList(chances)!)
    expect(alone).toBeCloseTo(0.52)
    expect(two).toBeGreaterThan(alone!)
    expect(two, 'seasons move together').toBeLessThan(0.75)
    expect(three).toBeGreaterThan(two!)
    expect(oddsOfList(Array.from({ length: 300 }, () => 0.99))).toBeLessThanOrEqual(1)
    expect(oddsOfList([0.5, 0.1])).toBe(oddsOfList([0.1, 0.5]))
  })

  test('are unknown without figures, and choices are counted by their bands', () => {
    const list = [
      one('1001', { band: 'likely' }),
      one('1002', { band: null, odds: [] }),
      one('1003', { band: 'unlikely' }),
    ]
    expect(adviseOn(list, list)).toMatchObject({ counts: { likely: 1, possible: 0, unlikely: 1, unknown: 1 } })
    expect(adviseOn([list[1]!], list).odds).toBeNull()
    expect(adviseOn([], list)).toMatchObject({ odds: null, alike: [], alone: [], suggestions: [] })
  })
})

describe('a choice that is nearly sure', () => {
  const sure = (code: string) => one(code, { band: 'likely', odds: [0.98] })

  test('is the first one, whatever stands below it; none where only all together are', () => {
    expect(adviseOn([sure('1001'), ...five.slice(1)], five).sure).toBe(1)
    expect(adviseOn([...five.slice(0, 2), sure('1009'), sure('1008')], five).sure).toBe(3)
    const many = Array.from({ length: 9 }, (_, n) => one(`300${n}`, { band: 'likely', odds: [0.8] }))
    expect(adviseOn(many, many)).toMatchObject({ odds: expect.toSatisfy((odds: number) => odds >= 95), sure: null })
    expect(adviseOn([one('1001', { band: 'likely', odds: [] })], five).sure, 'without odds').toBeNull()
    expect(adviseOn([one('1001', { band: 'possible', odds: [0.99] })], five).sure, 'not called likely').toBeNull()
  })

  test('below a seat that the candidate keeps is none, and has no part in the odds', () => {
    const list = [one('1001', { band: 'unlikely', odds: [0.01] }), one('1002'), sure('1003')]
    expect(adviseOn(list, list, 1)).toMatchObject({ odds: 5, sure: null, counts: { likely: 0, unlikely: 1 } })
    expect(adviseOn(list, list)).toMatchObject({ sure: 3, counts: { likely: 1 } })
    expect(adviseOn(list, list, 0)).toMatchObject({ odds: null, sure: null })
  })
})

describe('choices that may be a slip', () => {
  test('a course or a type of institute that stands alone among others that agree', () => {
    const dental = one('1009', { course: 'Dental' })
    expect(adviseOn([...five, dental], five).alone).toEqual([{ place: 6, code: dental.code, by: 'course' }])
    expect(adviseOn([dental, ...five], five).alone[0]).toMatchObject({ place: 1 })
    const state = one('1009', { status: 'Government' })
    expect(adviseOn([...five, state], five).alone).toEqual([{ place: 6, code: state.code, by: 'status' }])
    expect(adviseOn([...five.slice(0, 3), dental], five).alone, 'too few others').toEqual([])
    const second = one('1008', { course: 'Dental' })
    expect(adviseOn([...five, dental, second], five).alone, 'chosen twice').toEqual([])
  })

  test('a name nearly like one near the other choices', () => {
    const far = one('2001', { institute: 'Krishna Dental College, Latur', district: 'MH-latur' })
    const near = one('2002', { institute: 'Krishna Mental College, Pune' })
    const { alike } = adviseOn([...five, far], [...five, far, near])
    expect(alike).toEqual([{ place: 6, code: far.code, other: { place: null, code: near.code } }])
    expect(adviseOn([...five, far, near], [...five, far, near]).alike, 'both chosen, of one type').toEqual([])
    const aided = { ...near, status: 'Government' }
    expect(adviseOn([...five, far, aided], [...five, far, aided]).alike).toEqual([
      { place: 6, code: far.code, other: { place: 7, code: near.code } },
    ])
    const sameName = one('2004', { institute: 'Krishna Dental College, Pune' })
    expect(adviseOn([...five, far], [...five, far, sameName]).alike, 'the place tells them apart').toEqual([])
    const both = [...five, far, { ...sameName, status: 'Government' }]
    expect(adviseOn(both, both).alike, 'both chosen, in two places').toEqual([])
    const other = one('2003', { institute: 'Godavari Polytechnic, Pune' })
    expect(adviseOn([...five, far], [...five, far, other]).alike).toEqual([])
  })
})

test('suggests at most three likely courses near by, the nearest first, and none that is on the list', () => {
  const likely = (code: string, more: Partial<Candidacy> = {}) => one(code, { band: 'likely', odds: [0.9], ...more })
  const offered = [
    ...five,
    likely('3001', { district: 'MH-satara' }),
    likely('3002', { district: 'MH-akola', university: 'Amravati' }),
    likely('3003', { course: 'Dental' }),
    likely('3004', { isWaiver: true }),
    likely('3005', { odds: [0.95] }),
    likely('3006'),
    likely('3007'),
    one('3008'),
  ]
  const suggested = (list: readonly Candidacy[]) =>
    adviseOn(list, offered).suggestions.map(({ code, by }) => [code, by])
  expect(suggested(five)).toEqual([
    ['300510110', 'district'],
    ['300610110', 'district'],
    ['300710110', 'district'],
  ])
  expect(suggested([...five, offered[9]!])).toEqual([
    ['300610110', 'district'],
    ['300710110', 'district'],
    ['300110110', 'university'],
  ])
})
