import type { Course } from '#server/courses/course.ts'
import { type BreachNotice, type BreachPart, breachFact, breachNotices } from '#server/domain/privacy/breaches.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import type { BreachRow } from './store'

/** The notices of a breach in both languages, with what the cell wrote down about it. Source: rules §13.6. */
export const draftsOf = (course: Course, breach: BreachRow) =>
  breachNotices.map((notice) => ({
    notice,
    texts: languages.map((lang) => ({ lang, text: draftOf(course, breach, notice, lang) })),
  }))

function drafted(breach: BreachRow, part: BreachPart, lang: Language): string {
  if (part !== 'what') return translate(lang, `dataoffice:drafted.${part}`)
  return translate(lang, 'dataoffice:drafted.what', { what: breach.whatEn ?? breach.whatMr ?? '' })
}

function draftOf(course: Course, breach: BreachRow, notice: BreachNotice, lang: Language): string {
  // What nobody has written yet is drafted, in brackets where somebody must look.
  const said = (part: BreachPart) => breach[breachFact(part, lang)] ?? drafted(breach, part, lang)
  return translate(lang, `dataoffice:draft.${notice}`, {
    cell: course.cellName[lang],
    address: course.cellAddress[lang],
    course: course.courseTitle[lang],
    year: course.academicYear,
    officer: course.grievanceOfficer.name[lang],
    email: course.grievanceOfficer.email,
    phone: course.contact.phone,
    noticed: formatDateTime(breach.noticedAt, lang),
    people: !breach.people ? translate(lang, 'dataoffice:people.unknown') : formatCount(breach.people),
    what: said('what'),
    data: said('data'),
    consequences: said('consequences'),
    measures: said('measures'),
    steps: said('steps'),
  })
}
