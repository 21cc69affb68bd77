import { districtName } from '../../../../server/domain/application/form/lists'
import { institutionWord } from '../../../../server/domain/seats/seat-matrix'
import type { Page } from '../../../../server/services'
import { feeInWords } from '../../../parts/seat-matrix/fee'
import { minorityName } from '../../../parts/seat-matrix/search'

type Shown = Page<'institude-list/:code'>

export const texts = ['seats'] as const

/** One institute with its seats and the vacancies after each round; null (404) for an unknown code. */
export function load(page: Shown) {
  const { seats, directory } = page.services
  const found = seats.institute(page.params.code)
  if (!found) return null
  const { instituteCode, institute, university, district, status, autonomy, minority, courses } = found
  const fees = directory.annualFees(courses.map(({ choiceCode }) => choiceCode))
  const rounds = seats.rounds().map((round) => ({ round, vacant: seats.vacantAt(instituteCode, round) }))
  return {
    code: instituteCode,
    name: institute,
    university,
    district: districtName(district, page.language),
    status: institutionWord(status, page.language),
    autonomy: institutionWord(autonomy, page.language),
    minority: minority && minorityName(minority, page),
    facts: directory.institute(instituteCode),
    courses: courses.map((course) => ({
      ...course,
      annualFee: feeInWords(fees.get(course.choiceCode)),
      vacant: rounds.map(({ round, vacant }) => ({ round, seats: vacant.get(course.choiceCode) ?? [] })),
    })),
  }
}

export const title = (_: Shown, data: unknown): string => (data as NonNullable<ReturnType<typeof load>>).name
