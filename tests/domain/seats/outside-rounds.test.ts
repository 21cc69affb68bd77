import { describe, expect, test } from 'vitest'
import { institutesWithOwnSeats, mayRegisterInterest } from '#server/domain/seats/non-cap.ts'
import { vacantSeats } from '#server/domain/seats/vacancy.ts'
import type { Instant } from '#server/kernel/time.ts'

describe('seats that institutes fill themselves (rules §8.19)', () => {
  test('are counted over all courses of an institute, which come by name and then by code', () => {
    const course = (instituteCode: string, institute: string, instituteLevel: number) => ({
      ...{ instituteCode, institute, district: 'MH-pune', instituteLevel },
    })
    const courses = [
      course('3', 'B', 5),
      course('2', 'B', 1),
      course('1', 'C', 0),
      course('4', 'A', 2),
      course('3', 'B', 6),
    ]
    expect(institutesWithOwnSeats(courses).map(({ code, seats }) => `${code} ${seats}`)).toEqual(['4 2', '2 1', '3 11'])
  })

  const window = { opensAt: 10, closesAt: 20 }
  const may = (at: number, facts: object = {}, of: typeof window | undefined = window) => {
    const found = mayRegisterInterest({ submittedAt: 1, excludedAt: null, ...facts }, of, at as Instant)
    return found.ok ? 'yes' : `${found.refusal.code} ${found.refusal.status}`
  }
  test('are asked for with a submitted form, while late registration is open', () => {
    expect([may(9), may(10), may(19), may(20)]).toEqual(['non-cap-closed 422', 'yes', 'yes', 'non-cap-closed 422'])
    expect([may(10, { submittedAt: null }), may(10, { excludedAt: 5 })]).toEqual([
      'non-cap-not-submitted 422',
      'non-cap-excluded 403',
    ])
    expect(may(10, {}, null as never)).toBe('non-cap-closed 422')
  })
})

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
