import { expect, test } from 'vitest'
import { archiveName, backupName, backupNamePattern, maySweep } from '#server/domain/operations/housekeeping.ts'

test.each([
  [0, 0, true],
  [0, 1, false],
  [1, 1, true],
  [5, 4, true],
  [4, 5, false],
])('with %i named files, %i unnamed ones may be set aside: %s (case 80)', (named, unnamed, may) => {
  expect(maySweep({ named, unnamed })).toBe(may)
})

test('a backup is named by its time, an archive by course and year too', () => {
  expect(backupName(1723602600000)).toBe('2024-08-14T02-30-00Z')
  expect(backupName(1723602600000)).toMatch(backupNamePattern)
  expect(archiveName('mbale', '2024-2025', 1723602600999)).toBe('mbale-2024-2025-2024-08-14T02-30-00Z.tar')
})
