import { expect, test } from 'vitest'
import { sameFileAs } from '#server/domain/application/document-rules.ts'

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
