import { expect, test } from 'vitest'
import { districtName, faultyPlace } from '#server/domain/application/form/lists.ts'
import { findDistrict, findState, states } from '#server/domain/terms/places.ts'

const districts = states.flatMap((state) => state.districts)
const places = [...states, ...districts]
const byEnglishName = (a: { en: string }, b: { en: string }) => a.en.localeCompare(b.en, 'en')

const expectUnique = (values: readonly string[]) =>
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([])

test('28 states and 8 union territories have some 780 districts', () => {
  expect(states).toHaveLength(36)
  expect(districts.length).toBeGreaterThanOrEqual(770)
  expect(districts.length).toBeLessThanOrEqual(800)
  for (const state of states) expect(state.districts, state.en).not.toHaveLength(0)
})

test('Maharashtra comes first, with its 36 districts under their present names', () => {
  expect(states[0]).toMatchObject({ code: 'MH', en: 'Maharashtra', mr: 'महाराष्ट्र' })
  expect(states[0]?.districts).toHaveLength(36)
  expect(states[0]?.districts.map(({ code, en, mr }) => ({ code, en, mr }))).toEqual(
    expect.arrayContaining([
      { code: 'MH-ahilyanagar', en: 'Ahilyanagar (Ahmednagar)', mr: 'अहिल्यानगर (अहमदनगर)' },
      {
        code: 'MH-chhatrapati-sambhajinagar',
        en: 'Chhatrapati Sambhajinagar (Aurangabad)',
        mr: 'छत्रपती संभाजीनगर (औरंगाबाद)',
      },
      { code: 'MH-dharashiv', en: 'Dharashiv (Osmanabad)', mr: 'धाराशिव (उस्मानाबाद)' },
      { code: 'MH-pune', en: 'Pune', mr: 'पुणे' },
    ]),
  )
})

test('the other states, and the districts of each, are sorted by their English names', () => {
  expect(states.slice(1)).toEqual(states.slice(1).toSorted(byEnglishName))
  for (const state of states) expect(state.districts).toEqual(state.districts.toSorted(byEnglishName))
})

test('codes are unique and well-formed', () => {
  expectUnique(places.map((place) => place.code))
  for (const state of states) {
    expect(state.code).toMatch(/^[A-Z]{2}$/)
    for (const { code, en } of state.districts) {
      const name = en.replace(/ \(.+\)$/, '').toLowerCase()
      expect(code).toBe(`${state.code}-${name.match(/[a-z0-9]+/g)?.join('-')}`)
    }
  }
})

test('English names are in Latin letters; only the 24 Parganas have a number', () => {
  for (const { en } of places) expect(en.replace(/ 24 Parganas$/, '')).toMatch(/^[A-Za-z][A-Za-z ().&-]*$/)
})

test('Marathi names are in composed Devanagari without nukta, which Marathi does not use', () => {
  for (const { mr } of places) {
    expect(mr).toMatch(/^\p{Script=Devanagari}[\p{Script=Devanagari}0-9 ().-]*$/u)
    expect(mr).toBe(mr.normalize('NFC'))
    expect(mr).not.toContain('\u093c')
  }
})

test('names have no stray spaces, and their brackets are paired, in both languages alike or only in English', () => {
  for (const name of places.flatMap(({ en, mr }) => [en, mr])) {
    expect(name).toBe(name.trim())
    expect(name).not.toContain('  ')
    expect(name.replace(/ \([^()]+\)$/, '')).not.toMatch(/[()]/)
  }
  for (const { en, mr } of places) if (mr.includes('(')) expect(en).toContain('(')
})

test('no name occurs twice among the states or within a state', () => {
  for (const list of [states, ...states.map((state) => state.districts)]) {
    expectUnique(list.map((place) => place.en))
    expectUnique(list.map((place) => place.mr))
  }
})

test('a code finds every state and district', () => {
  for (const state of states) {
    expect(findState(state.code)).toBe(state)
    for (const district of state.districts) expect(findDistrict(state.code, district.code)).toBe(district)
  }
})

test('an unknown code finds nothing', () => {
  for (const code of ['', 'XX', 'mh', 'constructor', '__proto__']) expect(findState(code)).toBeUndefined()
  expect(findDistrict('MH', 'MH-nowhere')).toBeUndefined()
  expect(findDistrict('MH', '')).toBeUndefined()
  expect(findDistrict('XX', 'MH-pune')).toBeUndefined()
})

test('a district of another state is refused', () => {
  expect(findDistrict('GJ', 'MH-pune')).toBeUndefined()
  expect(findDistrict('BR', 'UP-agra')).toBeUndefined()
})

test('a district belongs to its state', () => {
  expect([
    faultyPlace('MH', 'MH-pune', {}),
    faultyPlace('MH', 'KA-mysuru', {}),
    faultyPlace('XX', 'MH-pune', {}),
  ]).toEqual([null, 'district', 'state'])
  expect([districtName('MH-pune', 'en', {}), districtName('XX-1', 'en', {})]).toEqual(['Pune', 'XX-1'])
})
