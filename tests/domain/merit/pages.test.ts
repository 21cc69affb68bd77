import { expect, test } from 'vitest'
import { editionName, pageOfNumber, readEditionName, soughtIn } from '#server/domain/merit/pages.ts'

test.each([
  ['final-2', 'final 2'],
  ['provisional-1', 'provisional 1'],
  ['final-9999', 'final 9999'],
  ['final-10000', null],
  ['final-0', null],
  ['final-02', null],
  ['middle-1', null],
  ['final', null],
])('an edition in an address: %s', (name, expected) => {
  const edition = readEditionName(name)
  expect(edition && `${edition.stage} ${edition.number}`).toBe(expected)
  if (edition) expect(editionName(edition)).toBe(name)
})

test('fifty lines are on a page', () => {
  expect([1, 50, 51, 100, 101].map(pageOfNumber)).toEqual([1, 1, 2, 2, 3])
})

test.each([
  ['  ', { kind: 'all' }],
  ['1234567', { kind: 'number', meritNumber: 1234567 }],
  ['ml 24-100001', { kind: 'user-id', userId: 'ML24100001' }],
  ['Patil, Asha', { kind: 'words', words: ['patil', 'asha'] }],
  ['a b c d e f g', { kind: 'words', words: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ['12345678', { kind: 'words', words: ['12345678'] }],
  ['...', { kind: 'words', words: [] }],
])('a search for %j (rules §7.4)', (typed, sought) => {
  expect(soughtIn(typed)).toEqual(sought)
})
