import { describe, expect, test } from 'vitest'
import { meritDiff } from '#server/domain/merit/diff.ts'
import { editionName, pageOfNumber, readEditionName, soughtIn } from '#server/domain/merit/pages.ts'

describe('two editions of a list (rules §7.2)', () => {
  const placed = (userId: string, meritNumber: number, criteria = 'a') => ({ userId, meritNumber, criteria })
  const diff = (before: ReturnType<typeof placed>[], after: ReturnType<typeof placed>[]) =>
    meritDiff('maharashtra' as never, new Map(before.map((one) => [one.userId, one])), after)

  test('differ by who entered, left, was judged by other facts, or only moved', () => {
    const before = [placed('D', 1), placed('A', 2), placed('C', 3), placed('S', 4)]
    const after = [placed('S', 4), placed('C', 2), placed('B', 1), placed('A', 3, 'b')]
    expect(diff(before, after)).toMatchObject({ entered: 1, left: 1, changed: 1, moved: 1 })
    expect(diff(before, after).first.map(({ userId, before, after }) => [userId, before, after])).toEqual([
      ['A', 2, 3],
      ['B', null, 1],
      ['D', 1, null],
    ])
  })

  test('name the first hundred', () => {
    const all = Array.from({ length: 101 }, (_, n) => placed(`ML${1101 - n}`, n + 1))
    const { entered, first } = diff([], all)
    expect([entered, first.length, first[0]?.userId, first.at(-1)?.userId]).toEqual([101, 100, 'ML1001', 'ML1100'])
  })
})

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
