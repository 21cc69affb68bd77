import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexedName, nameQuery } from '#server/kernel/name-index.ts'

test.each([
  ['Maria D’Souza', 'maria d souza mariad dsouza'],
  ['Al-Khan Sameer', 'al khan sameer alkhan khansameer'],
  ['A.B. Patil', 'a b patil ab abpatil'],
  ['Mac Donald', 'mac donald macdonald'],
  ['D’Souza-Lobo', 'd souza lobo dsouzalobo dsouza souzalobo'],
  ['आशा पाटील', 'आशा पाटील आशापाटील'],
  ['ए. बी. पाटील', 'ए बी पाटील एबी एबीपाटील'],
  ['Asha', 'asha'],
  ['', ''],
])('the tables hold of %s: %s', (name, words) => {
  expect(indexedName(name).split(' ').sort()).toEqual(words.split(' ').sort())
})

test.each([
  [[], ''],
  [['asha'], '(("asha" *))'],
  [['a'], '(("a"))'],
  [['d', 'souza'], '(("d") OR "dsouza" *) AND (("souza" *) OR "dsouza" *)'],
  [['a', 'b', 'patil'], '(("a" AND "b") OR "ab" * OR "abpatil" *) AND (("patil" *) OR "abpatil" *)'],
])('%j is asked for as %s', (words, query) => {
  expect(nameQuery(words)).toBe(query)
})

test('a query names its column once, and nothing typed is an operator', () => {
  expect(nameQuery(['asha'], 'name')).toBe('name : ((("asha" *)))')
  expect(nameQuery([], 'name')).toBe('')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }), (typed) => {
      const bare = nameQuery(typed).replace(/"[\p{L}\p{N}\p{M}]+"( \*)?/gu, '')
      expect(bare.replace(/[() ]|AND|OR/g, '')).toBe('')
    }),
  )
})
