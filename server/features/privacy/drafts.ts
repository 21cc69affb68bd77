import type { Course } from '../../courses/course'
import { type BreachNotice, breachNotices } from '../../domain/privacy/breaches'
import { formatCount, formatDateTime } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import { type Language, languages } from '../../kernel/languages'
import type { BreachRow } from './store'

/** The notices of a breach in both languages, with what the cell wrote down about it. Source: rules §13.6. */
export const draftsOf = (course: Course, breach: BreachRow) =>
  breachNotices.map((notice) => ({
    notice,
    texts: languages.map((lang) => ({ lang, text: draftOf(course, breach, notice, lang) })),
  }))

function draftOf(course: Course, breach: BreachRow, notice: BreachNotice, lang: Language): string {
  const said = (part: 'what' | 'data' | 'consequences' | 'measures' | 'steps') =>
    breach[`${part}${lang === 'en' ? 'En' : 'Mr'}`]
  return translate(lang, `dataoffice:draft.${notice}`, {
    cell: course.cellName[lang],
    address: course.cellAddress[lang],
    course: course.courseTitle[lang],
    year: course.academicYear,
    officer: course.grievanceOfficer.name[lang],
    email: course.grievanceOfficer.email,
    phone: course.contact.phone,
    noticed: formatDateTime(breach.noticedAt, lang),
    people: breach.people === 0 ? translate(lang, 'dataoffice:people.unknown') : formatCount(breach.people),
    what: said('what'),
    data: said('data'),
    consequences: said('consequences'),
    measures: said('measures'),
    steps: said('steps'),
  })
}
