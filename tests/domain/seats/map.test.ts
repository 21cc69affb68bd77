import { expect, test } from 'vitest'
import { mapOfInstitute } from '#server/domain/seats/institutes.ts'
import { mapAddress, readPlace } from '#server/domain/seats/map.ts'

test.each<[string, string | null]>([
  [' 18.5204 , 73.8567 ', '18.5204,73.8567'],
  ['6,68', '6,68'],
  ['38,98', '38,98'],
  ['5.9,73', null],
  ['38.1,73', null],
  ['18,67.9', null],
  ['18,98.1', null],
  ['73.8567,18.5204', null],
  ['Satara', null],
])('%j is read as %j', (text, place) => {
  expect(readPlace(text)).toBe(place)
})

test('a map shows a place, or searches for an address', () => {
  expect(mapAddress('18.5,73.8', 'x')).toBe('https://www.openstreetmap.org/?mlat=18.5&mlon=73.8#map=16/18.5/73.8')
  expect(mapAddress(null, 'Ridge Road & Co')).toBe('https://www.openstreetmap.org/search?query=Ridge%20Road%20%26%20Co')
})

test.each([
  [
    'its place',
    { address: 'Lake Road', addressMr: 'तलाव रोड', place: '18.5,73.8' } as const,
    mapAddress('18.5,73.8', ''),
  ],
  [
    'its English address',
    { address: 'Lake Road', addressMr: 'तलाव रोड', place: null },
    mapAddress(null, 'KIT, Lake Road'),
  ],
  ['its only address', { address: null, addressMr: 'तलाव रोड', place: null }, mapAddress(null, 'KIT, तलाव रोड')],
  [
    'its district, for want of an address',
    { address: null, addressMr: null, place: null },
    mapAddress(null, 'KIT, Pune'),
  ],
  ['its district, for want of facts', null, mapAddress(null, 'KIT, Pune')],
])('the map of an institute is found by %s', (_, facts, address) => {
  expect(mapOfInstitute(facts, 'KIT', 'Pune')).toBe(address)
})
