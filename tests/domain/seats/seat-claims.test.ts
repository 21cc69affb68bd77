import { describe, expect, test } from 'vitest'
import { type MeritNumbers, type SeatClaims, seatClaimsOf, usableSeatTypes } from '#server/domain/seats/seat-claims.ts'
import { type Claims, claimsOf } from '#server/domain/terms/claims.ts'

const open: SeatClaims & MeritNumbers = {
  stateMerit: 12,
  allIndiaMerit: 30,
  gender: 'M',
  category: 'OPEN',
  ews: false,
  pwd: false,
  defence: false,
  orphan: false,
  minority: [],
  tfws: false,
}
const code = { choiceCode: '301582310', minority: null }
const waiver = { choiceCode: '301582310T', minority: null }
const usable = (claims: Partial<SeatClaims & MeritNumbers>, at: Parameters<typeof usableSeatTypes>[1] = code) =>
  usableSeatTypes({ ...open, ...claims }, at)

describe('the seats through which a candidate may be admitted', () => {
  test('a man without a claim tries the open seats, All India, and those open to all', () => {
    expect(usable({})).toEqual(['GOPENS', 'AI', 'ALL'])
  })

  test("a woman tries the ladies' seats before the general ones, of Open and of her category", () => {
    expect(usable({ gender: 'F', category: 'OBC' })).toEqual(['LOPENS', 'GOPENS', 'LOBCS', 'GOBCS', 'BC', 'AI', 'ALL'])
  })

  test('disability, defence and orphan seats come first, those of backward classes before the open ones', () => {
    expect(usable({ category: 'NT2', pwd: true, defence: true, orphan: true })).toEqual([
      'PWDRS',
      'PWDOPENS',
      'DEFRS',
      'DEFOPENS',
      'ORPHAN',
      'GOPENS',
      'GNT2S',
      'VJNT',
      'BC',
      'AI',
      'ALL',
    ])
    expect(usable({ pwd: true })).toEqual(['PWDOPENS', 'GOPENS', 'AI', 'ALL'])
  })

  test('SBC is a backward class without seats of its own in the matrix', () => {
    expect(usable({ category: 'SBC' })).toEqual(['GOPENS', 'SBC', 'BC', 'AI', 'ALL'])
  })

  test("a minority seat is for the institute's own community", () => {
    const institute = { ...code, minority: 'jain' }
    expect(usable({ minority: ['jain', 'gujarati'] }, institute)).toContain('MI')
    expect(usable({ minority: ['muslim'] }, institute)).not.toContain('MI')
    expect(usable({ minority: ['jain'] })).not.toContain('MI')
  })

  test('a candidate on the All India list only has only its seats', () => {
    expect(usable({ stateMerit: null, gender: 'F', category: 'SC' })).toEqual(['AI'])
  })

  test('a choice code of the tuition fee waiver has only that seat, and no other code has it', () => {
    expect(usable({ tfws: true }, waiver)).toEqual(['TFWS'])
    expect(usable({}, waiver)).toEqual([])
    expect(usable({ tfws: true })).not.toContain('TFWS')
  })
})

test('the claims of an application are converted to the terms of the allotment', () => {
  const answers = {
    'type-of-candidature': { type: 'A' },
    'category-details': { category: 'NT-D', validityStatus: 'held', disability: 'yes', tfws: 'yes' },
    'personal-details': { gender: 'female' },
  }
  expect(seatClaimsOf(claimsOf(answers)!)).toEqual({
    gender: 'F',
    category: 'NT3',
    ews: false,
    pwd: true,
    defence: false,
    orphan: false,
    minority: [],
    tfws: true,
  })
  const base = claimsOf(answers)!
  const categories = { VJ: 'VJ', 'NT-B': 'NT1', 'NT-C': 'NT2', OBC: 'OBC', SBC: 'SBC', SEBC: 'SEBC', OPEN: 'OPEN' }
  for (const [category, spelled] of Object.entries(categories))
    expect(seatClaimsOf({ ...base, category } as Claims).category).toBe(spelled)
})
