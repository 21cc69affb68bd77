import { districtNames, listsOf } from '#server/domain/application/form/lists.ts'
import { allNames } from '#server/domain/application/form/seat-names.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import { saidBy, seek } from '#server/kernel/names.ts'
import { nearestFirst, sayingFirst } from './choice-search'
import type { CourseSeats } from './seat-matrix'

/** What tells a course of the seat matrix to somebody who searches. */
export type NamedCourse = Pick<
  CourseSeats,
  'choiceCode' | 'instituteCode' | 'institute' | 'university' | 'district' | 'course'
>

/** Courses of an edition never change, so their words are put together once, until the cell changes the names in the lists. */
const said = new WeakMap<NamedCourse, { by: readonly unknown[]; text: string }>()

/**
 * The words of courses as a search reads them: the codes of each, and all names of its institute, course, university and
 * district. The lists are looked up once for all courses, because that asks the database for what has changed.
 */
export function wordsOfCourses(portal: { lists?: Lists }): (course: NamedCourse) => string {
  const lists = listsOf(portal)
  const by = [
    ...(['universities', 'courses', 'districts'] as const).map((list) => lists.entries(list)),
    lists.institutes?.(),
  ]
  return (course) => {
    const known = said.get(course)
    if (known?.by.every((names, place) => names === by[place])) return known.text
    const { choiceCode, instituteCode, institute, university, district, course: name } = course
    const names = (one: string) => allNames(one, portal)
    const text = sayingFirst(
      saidBy(instituteCode, ...names(institute), ...districtNames(district, portal)),
      saidBy(choiceCode, ...names(name), ...names(university)),
    )
    said.set(course, { by, text })
    return text
  }
}

/**
 * The courses that say every word of a search, those first whose institute or place says them. An institute's whole code means
 * its courses alone: the same digits stand in the choice codes of others.
 */
export function searchCourses<Course extends NamedCourse>(
  courses: readonly Course[],
  typed: string,
  portal: { lists?: Lists },
): readonly Course[] {
  if (!typed.trim()) return courses
  const own = courses.filter(({ instituteCode }) => instituteCode === typed.trim())
  if (own.length) return own
  const isFound = seek(typed)
  const words = wordsOfCourses(portal)
  return nearestFirst(
    courses.filter((course) => isFound(words(course))),
    typed,
    words,
  )
}
