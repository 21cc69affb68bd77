import { expect, test } from 'vitest'
import { aboutKilometres, townOf } from '#server/domain/seats/distance.ts'
import { readPlace } from '#server/domain/seats/map.ts'
import { findState } from '#server/domain/terms/places.ts'

test('every district of Maharashtra has a town within the state, and no other district has one', () => {
  for (const { code } of findState('MH')!.districts) {
    const [latitude, longitude] = townOf(code)!.split(',').map(Number) as [number, number]
    expect(readPlace(townOf(code)!), code).not.toBeNull()
    expect([code, latitude > 15.6 && latitude < 22.1, longitude > 72.6 && longitude < 80.95]).toEqual([
      code,
      true,
      true,
    ])
  }
  expect([townOf('GJ-surat'), townOf(''), townOf('__proto__'), townOf('constructor')]).toEqual([null, null, null, null])
})

test('distances are straight lines in tens of kilometres, the same both ways, and never nothing', () => {
  const between = (one: string, other: string) => aboutKilometres(townOf(`MH-${one}`)!, townOf(`MH-${other}`)!)
  // Measured on a map: 120, 620, 250 and 430 km.
  expect(between('pune', 'mumbai-city')).toBe(120)
  expect(between('pune', 'nagpur')).toBeGreaterThanOrEqual(610)
  expect(between('pune', 'nagpur')).toBeLessThanOrEqual(630)
  expect(between('pune', 'latur')).toBe(290)
  expect(between('nagpur', 'pune')).toBe(between('pune', 'nagpur'))
  expect(between('pune', 'pune')).toBe(10)
})
