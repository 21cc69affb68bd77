import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { choicesOf, minorityName, pageOf, searchIn } from '#pages/parts/seat-matrix/search.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['seatlists', 'institutes'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) => services.seats.inForce()?.at ?? null

/** The institutes in the current seat matrix that match the search in the address. */
export function load(page: Page) {
  const { seats, directory } = page.services
  const all = seats.inForce()?.courses ?? []
  const search = searchIn(page.query)
  const { lines, ...place } = pageOf(seats.institutes(search), page.query.page)
  const fees = directory.annualFees(lines.flatMap(({ courses }) => courses.map(({ choiceCode }) => choiceCode)))
  return {
    ...place,
    isPublished: all.length > 0,
    search,
    choices: choicesOf(page, all),
    institutes: lines.map(({ instituteCode, institute, university, district, status, minority, courses }) => ({
      code: instituteCode,
      name: page.named(institute),
      university: page.named(university),
      district: districtName(district, page.language, page.services.course.form),
      status: institutionWord(status, page.language),
      minority: minority && minorityName(minority, page),
      courses: courses.map(({ choiceCode, course, seats }) => ({
        choiceCode,
        course: page.named(course),
        annualFee: feeInWords(fees.get(choiceCode)),
        all: seats.reduce((sum, { count }) => sum + count, 0),
      })),
    })),
  }
}
