import { expect, test } from 'vitest'
import { isSecondPerson } from '#server/domain/terms/release.ts'

test('case 18: no person involved in the preparation is a second person, and unprepared work is not released', () => {
  expect(isSecondPerson([1], { id: 2 }, [])).toBe(true)
  expect(isSecondPerson([1], { id: 1 }, [])).toBe(false)
  expect(isSecondPerson([2, 1], { id: 1 }, [])).toBe(false)
  expect(isSecondPerson([], { id: 1 }, [])).toBe(false)
})

test.each([
  ['an account that the preparer created', [1], 3, false],
  ["the creator of the preparer's account", [3], 1, false],
  ['another account of the same creator', [3], 4, false],
  ['an account created by an account that the preparer created', [1], 5, false],
  ['an account unconnected with the preparer', [2], 3, true],
  ['the creator of another account', [3], 2, true],
] as const)('case 82: %s, as a second person', (_, preparedBy, id, isOther) => {
  const makings = [
    { account: 3, by: [1] },
    { account: 4, by: [1] },
    { account: 5, by: [4] },
  ]
  expect(isSecondPerson(preparedBy, { id }, makings)).toBe(isOther)
})
