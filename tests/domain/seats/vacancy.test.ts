import { expect, test } from 'vitest'
import { vacantSeats } from '#server/domain/seats/vacancy.ts'

test('a seat is vacant by its type in the matrix while nobody keeps it, and never less than none (rules §8.18)', () => {
  const matrix = [
    { choiceCode: '1', seatType: 'GOPENS', count: 3 },
    { choiceCode: '1', seatType: 'GSCS', count: 1 },
    { choiceCode: '2', seatType: 'GOPENS', count: 1 },
  ] as const
  const kept = [
    { choiceCode: '1', seatType: 'GOPENS', originalType: null },
    { choiceCode: '1', seatType: 'GOPENS', originalType: 'GSCS' },
    { choiceCode: '1', seatType: 'GSCS', originalType: null },
  ] as const
  expect(vacantSeats(matrix, kept).map(({ count }) => count)).toEqual([2, 0, 1])
})
