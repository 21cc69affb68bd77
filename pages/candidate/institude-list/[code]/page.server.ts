import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { minorityName } from '#pages/parts/seat-matrix/search.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { addressIn, type InstituteFacts, mapOfInstitute } from '#server/domain/seats/institutes.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import { isWaiverCode } from '#server/domain/terms/seat-types.ts'
import type { Page } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'
import type { Language } from '#server/kernel/languages.ts'
import { latest } from '#server/kernel/time.ts'

type Shown = Page<'institude-list/:code'>

export const texts = ['seatlists', 'institutes', 'rounds', 'closing'] as const

/** One institute with its seats and the vacancies after each round; null (404) for an unknown code. */
export function load(page: Shown) {
  const { seats, directory, results, pastSeasons, course: profile } = page.services
  const found = seats.institute(page.params.code)
  if (!found) return null
  const { instituteCode, institute, university, district, status, autonomy, minority, courses } = found
  const fees = directory.annualFees(courses.map(({ choiceCode }) => choiceCode))
  const facts = directory.institute(instituteCode)
  const rounds = seats.rounds().map((round) => ({ round, vacant: seats.vacantAt(instituteCode, round) }))
  return {
    code: instituteCode,
    name: page.named(institute),
    university: page.named(university),
    district: districtName(district, page.language, profile.form),
    status: institutionWord(status, page.language),
    autonomy: institutionWord(autonomy, page.language),
    minority: minority && minorityName(minority, page),
    facts: facts && shownIn(facts, page.language),
    map: mapOfInstitute(facts, institute, districtName(district, 'en', profile.form)),
    directions: facts?.directions?.[page.language] ?? null,
    academicYear: profile.academicYear,
    past: pastSeasons.sideBySide(courses.map(({ choiceCode }) => choiceCode)),
    courses: courses.map((course) => ({
      ...course,
      course: page.named(course.course),
      annualFee: feeInWords(fees.get(course.choiceCode)),
      closings: isWaiverCode(course.choiceCode) ? null : results.closingsOf(course.choiceCode),
      vacant: rounds.map(({ round, vacant }) => ({ round, seats: vacant.get(course.choiceCode) ?? [] })),
    })),
  }
}

/** What the page shows of an institute's facts. */
const shownIn = (facts: InstituteFacts, language: Language) => {
  const { phone, email, website, hostel, facilities } = facts
  return { address: addressIn(facts, language), phone, email, website, hostel, facilities }
}

export const title = (_: Shown, data: DataOf<typeof load>): string => data.name

/** The newest of the seats, the facts and the results on the page. */
export const updatedAt = ({ services: { seats, directory, results }, params }: Shown) =>
  latest(seats.inForce()?.at ?? null, directory.instituteChangedAt(params.code), results.newestAt())
