import fc from 'fast-check'
import { expect, test } from 'vitest'
import { courses } from '#server/courses/courses.ts'
import { applicationId, numberInSeries } from '#server/domain/application/application-id.ts'

fc.configureGlobal({ seed: 2024 })

// "2-letter course prefix + 2-digit year + 6-digit series, e.g. `ML24100001`, `SC24100001`." Source: rules §2.1.

test('the first candidates have the numbers of the decision', () => {
  expect(['ML', 'SC'].map((prefix) => applicationId(prefix, '24', 1))).toEqual(['ML24100001', 'SC24100001'])
})

test('each new number is one higher', () => {
  expect([1, 2, 9, 10, 100_000].map((nth) => applicationId('ML', '24', nth))).toEqual([
    'ML24100001',
    'ML24100002',
    'ML24100009',
    'ML24100010',
    'ML24200000',
  ])
  expect(applicationId('ML', '24', 899_999)).toBe('ML24999999')
})

test('every ID has the same shape and is unique', () => {
  const nth = fc.integer({ min: 1, max: 899_999 })
  fc.assert(
    fc.property(nth, nth, (one, other) => {
      expect(applicationId('ML', '24', one)).toMatch(/^ML24[1-9][0-9]{5}$/)
      expect(numberInSeries(applicationId('ML', '24', one))).toBe(one)
      expect(applicationId('ML', '24', one) === applicationId('ML', '24', other)).toBe(one === other)
    }),
  )
})

test('every course has its own letters and the two digits of its academic year', () => {
  expect(new Set(courses.map((course) => course.applicationIdPrefix)).size).toBe(courses.length)
  for (const course of courses) {
    expect(course.applicationIdPrefix).toMatch(/^[A-Z]{2}$/)
    expect(course.academicYear.slice(2, 4)).toBe(course.applicationIdYear)
  }
})
