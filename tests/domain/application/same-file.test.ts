import { describe, expect, test } from 'vitest'
import { sameFileAs, saysSameFile } from '#server/domain/application/document-rules.ts'

const file = (name: string, hash: string) => ({ name, hash })

test('a document knows the others of its application that are the same file, and no other', () => {
  const all = [
    file('ssc-marksheet', 'a'),
    file('hsc-marksheet', 'b'),
    file('caste-certificate', 'a'),
    file('photo', 'c'),
  ]
  expect(all.map((one) => sameFileAs(one, all))).toEqual([['caste-certificate'], [], ['ssc-marksheet'], []])
})

test('one file for eight documents is said at each of them', () => {
  const all = Array.from({ length: 8 }, (_, at) => file(`document ${at}`, 'a'))
  for (const one of all) expect(sameFileAs(one, all)).toHaveLength(7)
})

describe('a page says once which documents are one file', () => {
  const uploaded = (name: string, uploadedAt: number, sameAs: string[] = []) => ({ name, uploadedAt, sameAs })
  const saying = (all: ReturnType<typeof uploaded>[]) =>
    all.filter((one) => saysSameFile(one, all)).map(({ name }) => name)

  test('at the one whose upload came last', () => {
    expect(
      saying([
        uploaded('a', 3, ['b', 'd']),
        uploaded('b', 7, ['a', 'd']),
        uploaded('c', 9),
        uploaded('d', 5, ['a', 'b']),
      ]),
    ).toEqual(['b'])
  })

  test('for each file anew', () => {
    expect(
      saying([uploaded('a', 1, ['c']), uploaded('b', 2, ['d']), uploaded('c', 3, ['a']), uploaded('d', 4, ['b'])]),
    ).toEqual(['c', 'd'])
  })

  test('at the later in the list of two at one time', () => {
    expect(saying([uploaded('a', 4, ['b']), uploaded('b', 4, ['a'])])).toEqual(['b'])
  })

  test('also where the other is not on this page', () => {
    expect(saying([uploaded('a', 1, ['photo']), uploaded('b', 2)])).toEqual(['a'])
  })
})
