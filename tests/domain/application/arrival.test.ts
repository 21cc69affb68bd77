import { expect, test } from 'vitest'
import { honouredInstant } from '#server/domain/application/arrival.ts'
import { ist, minutes, plus } from '#server/kernel/time.ts'

test('a body that is complete within 60 seconds counts from the arrival of its headers', () => {
  const arrived = ist('2024-08-14 16:59')
  expect(honouredInstant(arrived, plus(arrived, minutes(1)))).toBe(arrived)
  const later = plus(arrived, minutes(1) + 1)
  expect(honouredInstant(arrived, later)).toBe(later)
})
