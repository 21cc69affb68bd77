import { describe, expect, test } from 'vitest'
import { checkInput } from '#server/domain/allotment/check.ts'
import { lastTypeOf } from '#server/domain/allotment/engine/seat-rules.ts'
import { type AllotmentInput, type Stage, stages } from '#server/domain/terms/allotment-format.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { verify } from '#server/features/seats/allotment/verify.ts'
import { candidate, codeOf, outsider, round, seats } from './cases'

/** The seat of each candidate by id, such as `A GOPENS`. The verifier checks every case too. */
function outcome(input: AllotmentInput) {
  expect(checkInput(input)).toMatchObject({ isSound: true })
  const result = allot(input)
  expect(verify(input, result)).toEqual([])
  const letter = (code: string) =>
    String.fromCharCode(64 + (Number.parseInt(code, 10) % 100)) + (code.endsWith('T') ? 't' : '')
  return {
    seats: Object.fromEntries(
      result.allotments.map(({ id, choiceCode, seatType }) => [id, `${letter(choiceCode)} ${seatType}`]),
    ),
    stages: Object.fromEntries(result.allotments.map(({ id, stage }) => [id, stage])),
    result,
  }
}
const roundOne: Stage[] = ['I', 'II']

describe('published instances', () => {
  test('ten candidates in merit order over seven courses', () => {
    const wishes = [
      'DBACEFG',
      'CBEDFGA',
      'ABCDEFG',
      'GFEDCBA',
      'GCBADEF',
      'AGBFCED',
      'GFEABCD',
      'ABGCDEF',
      'AGBCDEF',
      'GDECBFA',
    ]
    const matrix = seats(
      Object.fromEntries(
        Object.entries({ A: 2, B: 2, C: 1, D: 2, E: 1, F: 1, G: 1 }).map(([letter, count]) => [
          letter,
          { GOPENS: count },
        ]),
      ),
    )
    const candidates = wishes.map((wants, n) => candidate(`c${n}`, n + 1, wants))
    const got = outcome(round(matrix, candidates)).seats
    expect(candidates.map(({ id }) => got[id]?.[0]).join('')).toBe('DCAGBAFBDE')
  })

  test("R1: a woman at the Open seats takes the ladies' seat, and the category seat goes to the next woman of the category", () => {
    const candidates = [
      candidate('M1', 1, 'A'),
      candidate('M2', 2, 'A'),
      candidate('F1', 3, 'A', { gender: 'F', category: 'OBC' }),
      candidate('F2', 4, 'A', { gender: 'F', category: 'OBC' }),
      candidate('F3', 5, 'A', { gender: 'F' }),
    ]
    const matrix = seats({ A: { LOPENS: 1, GOPENS: 1, GOBCS: 1 } })
    expect(outcome(round(matrix, candidates, roundOne)).seats).toEqual({
      M1: 'A GOPENS',
      F1: 'A LOPENS',
      F2: 'A GOBCS',
    })
  })

  test("R3: the ladies' seat of a category goes to a woman of the category, however low she ranks", () => {
    const sc = { category: 'SC' } as const
    const candidates = [
      candidate('a', 1, 'A'),
      candidate('b', 2, 'A', sc),
      candidate('c', 3, 'A'),
      candidate('d', 4, 'A', sc),
      candidate('e', 5, 'A', sc),
      candidate('f', 6, 'A', { ...sc, gender: 'F' }),
    ]
    const matrix = seats({ A: { GOPENS: 2, LSCS: 1, GSCS: 1 } })
    expect(outcome(round(matrix, candidates, roundOne)).seats).toEqual({
      a: 'A GOPENS',
      b: 'A GOPENS',
      d: 'A GSCS',
      f: 'A LSCS',
    })
  })
})

describe('seat types at one choice code', () => {
  const woman = {
    gender: 'F',
    pwd: true,
    defence: true,
    orphan: true,
    minority: ['Jain', 'Sindhi'],
    category: 'SC',
  } as const
  test('are tried in the order of the table', () => {
    const types = [
      'PWDRS',
      'PWDOPENS',
      'DEFRS',
      'DEFOPENS',
      'ORPHAN',
      'MI',
      'LOPENS',
      'GOPENS',
      'LSCS',
      'GSCS',
      'AI',
    ] as const
    const got = types.map((_, n) => {
      const matrix = seats({ A: Object.fromEntries(types.slice(n).map((type) => [type, 1])) }, { A: 'Sindhi' })
      return outcome(round(matrix, [candidate('x', 1, 'A', woman)])).seats.x
    })
    expect(got).toEqual(types.map((type) => `A ${type}`))
  })

  test('are closed to candidates without the claim: every claim, from every side', () => {
    const nobody = (
      type: 'PWDRS' | 'PWDOPENS' | 'DEFRS' | 'DEFOPENS' | 'ORPHAN' | 'LSCS' | 'GSCS' | 'EWS' | 'MI',
      more: object,
    ) => outcome(round(seats({ A: { [type]: 1 } }, { A: 'Jain' }), [candidate('x', 1, 'A', more)], ['I'])).seats.x
    expect(nobody('PWDRS', { pwd: true })).toBeUndefined()
    expect(nobody('PWDOPENS', { pwd: true })).toBe('A PWDOPENS')
    expect(nobody('DEFRS', { defence: true })).toBeUndefined()
    expect(nobody('DEFRS', { defence: true, category: 'SBC' })).toBe('A DEFRS')
    expect(nobody('ORPHAN', { orphan: true, type: 'E' })).toBeUndefined()
    expect(nobody('GSCS', { category: 'ST' })).toBeUndefined()
    expect(nobody('LSCS', { category: 'SC' })).toBeUndefined()
    expect(nobody('GSCS', { category: 'SC', type: 'E' })).toBeUndefined()
    expect(nobody('EWS', { ews: true })).toBe('A EWS')
    expect(nobody('EWS', { ews: true, ...outsider })).toBeUndefined()
    expect(nobody('MI', { minority: ['Sindhi'] })).toBeUndefined()
    expect(nobody('MI', { minority: ['Jain'], type: 'E' })).toBe('A MI')
    expect(nobody('MI', { minority: ['Jain'], ...outsider })).toBeUndefined()
  })

  test('a fee waiver has a choice code of its own', () => {
    const matrix = seats({ At: { TFWS: 1 }, A: { GOPENS: 1 } })
    const candidates = [candidate('x', 1, 'AtA'), candidate('y', 2, 'AtA', { tfws: true })]
    expect(outcome(round(matrix, candidates)).seats).toEqual({ x: 'A GOPENS', y: 'At TFWS' })
  })

  test('All India seats follow the All India list and are open to every candidate', () => {
    const candidates = [
      candidate('x', 1, 'A', { allIndiaMerit: 2 }),
      candidate('y', 9, 'A', { ...outsider, allIndiaMerit: 1 }),
    ]
    expect(outcome(round(seats({ A: { AI: 1 } }), candidates)).seats).toEqual({ y: 'A AI' })
  })
})

describe('stages', () => {
  const converted = (matrix: Parameters<typeof seats>[0], more: object, enabled?: Stage[]) => {
    const { seats: got, stages: at, result } = outcome(round(seats(matrix), [candidate('x', 1, 'A', more)], enabled))
    return { seat: got.x, stage: at.x, conversions: result.conversions, vacancies: result.vacancies }
  }
  const from = (type: string, to: string) => [{ choiceCode: codeOf('A'), from: type, to, count: 1 }]

  test("II: a ladies' seat without a woman becomes a general one", () => {
    expect(converted({ A: { LOPENS: 1 } }, {}, roundOne)).toEqual({
      seat: 'A GOPENS',
      stage: 'II',
      conversions: from('LOPENS', 'GOPENS'),
      vacancies: [],
    })
    expect(converted({ A: { LNT1S: 1 } }, { category: 'NT1' }, roundOne)).toMatchObject({
      seat: 'A GNT1S',
      stage: 'II',
    })
  })

  test('III to V: category seats go to SBC, those of nomadic tribes to VJNT, the rest to all backward classes', () => {
    expect(converted({ A: { LSCS: 1 } }, { category: 'SBC' })).toMatchObject({
      seat: 'A SBC',
      stage: 'III',
      conversions: from('LSCS', 'SBC'),
    })
    expect(converted({ A: { GNT2S: 1 } }, { category: 'VJ' })).toMatchObject({
      seat: 'A VJNT',
      stage: 'IV',
      conversions: from('GNT2S', 'VJNT'),
    })
    expect(converted({ A: { GSCS: 1 } }, { category: 'VJ' })).toMatchObject({
      seat: 'A BC',
      stage: 'V',
      conversions: from('GSCS', 'BC'),
    })
    expect(converted({ A: { GSCS: 1 } }, { category: 'OBC' })).toMatchObject({ seat: 'A BC', stage: 'V' })
  })

  test('VI and VII: special seats become Open, and the remaining ones go to the whole State list', () => {
    expect(converted({ A: { PWDRS: 1 } }, {})).toMatchObject({
      seat: 'A GOPENS',
      stage: 'VI',
      conversions: from('PWDRS', 'GOPENS'),
    })
    expect(converted({ A: { GSTS: 1 } }, {})).toMatchObject({
      seat: 'A ALL',
      stage: 'VII',
      conversions: from('GSTS', 'ALL'),
    })
    for (const type of ['AI', 'EWS'] as const) {
      expect(converted({ A: { [type]: 1 } }, { type: 'E', options: [] }).vacancies).toEqual([
        { choiceCode: codeOf('A'), seatType: type, count: 1 },
      ])
    }
    expect(converted({ A: { EWS: 1 } }, {}).seat).toBeUndefined()
  })

  test('a vacant seat is reported under its original type', () => {
    const { vacancies, conversions } = converted({ A: { LSCS: 2, MI: 1 } }, { options: [] })
    expect(conversions).toEqual([])
    expect(vacancies).toEqual([
      { choiceCode: codeOf('A'), seatType: 'MI', count: 1 },
      { choiceCode: codeOf('A'), seatType: 'LSCS', count: 2 },
    ])
  })

  test("unconverted seats are charged first, then ladies' before general seats in the order of categories", () => {
    const sbc = (n: number) => candidate(`s${n}`, n, 'A', { category: 'SBC' })
    const { result } = outcome(
      round(seats({ A: { LSTS: 1, GSCS: 2, LSEBCS: 1 } }), [sbc(1), sbc(2), sbc(3)], ['I', 'II', 'III']),
    )
    // General seats converted from ladies' seats keep their origin: GST and GSEBC are charged before GSC.
    expect(result.conversions).toEqual([
      { choiceCode: codeOf('A'), from: 'LSTS', to: 'SBC', count: 1 },
      { choiceCode: codeOf('A'), from: 'LSEBCS', to: 'SBC', count: 1 },
      { choiceCode: codeOf('A'), from: 'GSCS', to: 'SBC', count: 1 },
    ])
    expect(result.vacancies).toEqual([{ choiceCode: codeOf('A'), seatType: 'GSCS', count: 1 }])
  })

  test('a seat freed at a late stage goes through the early stages first', () => {
    // The disability seat of B converts at VI and x moves there; the ladies' seat at A becomes general again by II.
    const candidates = [
      candidate('x', 1, 'BA', { gender: 'F', category: 'SC' }),
      candidate('y', 2, 'A', { category: 'SC' }),
    ]
    const { seats: got, stages: at } = outcome(round(seats({ A: { LSCS: 1 }, B: { PWDOPENS: 1 } }), candidates))
    expect(got).toEqual({ x: 'B GOPENS', y: 'A GSCS' })
    expect(at).toEqual({ x: 'VI', y: 'VI' })
  })
})

describe('held seats', () => {
  const held = (more: object) => ({ holds: { choiceCode: codeOf('A'), seatType: 'GOPENS', ...more } }) as const
  test('are kept against every rival, even if the list does not name them', () => {
    const candidates = [candidate('best', 1, 'A'), candidate('h', 9, 'BA', held({}))]
    const { seats: got, result } = outcome(round(seats({ A: { GOPENS: 1 }, B: { EWS: 1 } }), candidates))
    expect(got).toEqual({ h: 'A GOPENS' })
    expect(result.allotments[0]).toMatchObject({ preference: 2, retained: true, stage: 'I' })
    const unlisted = outcome(round(seats({ A: { GOPENS: 1 }, B: { EWS: 1 } }), [candidate('h', 9, 'B', held({}))]))
    expect(unlisted.result.allotments[0]).toMatchObject({ preference: null, retained: true })
  })

  test('are left for a higher choice, and pass to the next candidate', () => {
    const candidates = [candidate('next', 20, 'A'), candidate('h', 9, 'BA', held({}))]
    expect(outcome(round(seats({ A: { GOPENS: 1 }, B: { GOPENS: 1 } }), candidates)).seats).toEqual({
      h: 'B GOPENS',
      next: 'A GOPENS',
    })
  })

  test('a holder is not considered for anything below or beside the held choice code', () => {
    const woman = candidate('h', 1, 'AB', { gender: 'F', ...held({}) })
    const { seats: got } = outcome(round(seats({ A: { LOPENS: 1, GOPENS: 1 }, B: { GOPENS: 1 } }), [woman], ['I']))
    expect(got).toEqual({ h: 'A GOPENS' })
  })

  test('a converted seat belongs to its holder alone, and returns to its original type if it is left', () => {
    const matrix = seats({ A: { GSCS: 0 }, B: { GOPENS: 1 } })
    const kept = candidate('h', 9, 'BA', held({ originalType: 'LOPENS' }))
    const rival = candidate('best', 1, 'B')
    const woman = candidate('w', 12, 'A', { gender: 'F' })
    const man = candidate('m', 10, 'A')
    expect(outcome(round(matrix, [kept, rival, woman, man])).seats).toEqual({ h: 'A GOPENS', best: 'B GOPENS' })
    // Once left, it is a ladies' seat again, so the man does not get it although he ranks before the woman.
    expect(outcome(round(matrix, [kept, woman, man])).seats).toEqual({ h: 'B GOPENS', w: 'A LOPENS' })
    const converted = outcome(round(matrix, [kept, man]))
    expect(converted.seats).toEqual({ h: 'B GOPENS', m: 'A GOPENS' })
    expect(converted.result.conversions).toEqual([{ choiceCode: codeOf('A'), from: 'LOPENS', to: 'GOPENS', count: 1 }])
  })
})

test('a seat that stays vacant ends the round as the last type of its stages', () => {
  const [first, all] = [stages.slice(0, 2), stages]
  expect((['LSCS', 'LOPENS', 'GSCS', 'MI', 'AI'] as const).map((type) => lastTypeOf(type, first))).toEqual([
    'GSCS',
    'GOPENS',
    'GSCS',
    'MI',
    'AI',
  ])
  expect((['LSCS', 'GNT1S', 'MI', 'AI', 'EWS', 'TFWS'] as const).map((type) => lastTypeOf(type, all))).toEqual([
    'ALL',
    'ALL',
    'ALL',
    'AI',
    'EWS',
    'TFWS',
  ])
  expect(lastTypeOf('LVJS', stages.slice(0, 4))).toBe('VJNT')
  expect(lastTypeOf('LSCS', stages.slice(0, 4))).toBe('SBC')
})
