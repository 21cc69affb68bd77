import { expect, test } from 'vitest'
import { isSecondPerson } from '../../../server/domain/portal/release'

test('case 18: no person involved in the preparation is a second person, and unprepared work is not released', () => {
  expect(isSecondPerson([1], { id: 2 }, [])).toBe(true)
  expect(isSecondPerson([1], { id: 1 }, [])).toBe(false)
  expect(isSecondPerson([2, 1], { id: 1 }, [])).toBe(false)
  expect(isSecondPerson([], { id: 1 }, [])).toBe(false)
})

test.each([
  ['an account of the preparer’s making', [1], 3, false],
  ['the maker of the preparer’s account', [3], 1, false],
  ['another account of the same maker', [3], 4, false],
  ['an account made by an account of the preparer’s making', [1], 5, false],
  ['an account that the preparer had no hand in', [2], 3, true],
  ['the maker of another account', [3], 2, true],
] as const)('case 82: %s, as a second person', (_, preparedBy, id, isOther) => {
  const makings = [
    { account: 3, by: [1] },
    { account: 4, by: [1] },
    { account: 5, by: [4] },
  ]
  expect(isSecondPerson(preparedBy, { id }, makings)).toBe(isOther)
})
