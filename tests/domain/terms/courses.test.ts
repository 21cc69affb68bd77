import { expect, test } from 'vitest'
import { type Course, checkedCourses } from '#server/courses/course.ts'
import { courses, mbale, scd } from '#server/courses/courses.ts'

const third: Course = { ...scd, slug: 'pgd', applicationIdPrefix: 'PG' }
const round = scd.rounds[0]!

test('a third course, and a season of one round or six, are served', () => {
  for (const count of [1, 6]) {
    const all = [...courses, { ...third, rounds: Array(count).fill(round) }]
    expect(checkedCourses(all)).toBe(all)
  }
})

test.each([
  [{ slug: 'pg-d' }, 'the course "pg-d" in server/courses: the slug is not of the letters a to z'],
  [{ slug: 'PGD' }, 'the slug is not of the letters a to z'],
  [{ slug: '' }, 'the slug is not of the letters a to z'],
  [{ slug: 'demo' }, 'the slug is an address of the server'],
  [{ slug: 'scd' }, 'the slug belongs to another course, too'],
  [{ applicationIdPrefix: 'ML' }, 'the prefix "ML" belongs to another course, too'],
  [{ applicationIdPrefix: 'PGD' }, 'the prefix "PGD" of Application IDs is not two capital letters'],
  [{ applicationIdPrefix: 'pg' }, 'the prefix "pg" of Application IDs is not two capital letters'],
  [{ rounds: [] }, '0 rounds: a season has 1 to 6'],
  [{ rounds: Array(7).fill(round) }, '7 rounds: a season has 1 to 6'],
] as [Partial<Course>, string][])('the server does not start with a course of %o', (faulty, words) => {
  expect(() => checkedCourses([mbale, scd, { ...third, ...faulty }])).toThrow(words)
})
