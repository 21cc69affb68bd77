import type { PublicEntry } from '#server/domain/log/leaf.ts'
import { type CourseSeats, sumOfSeats } from '#server/domain/seats/seat-matrix.ts'
import { seatTypeName } from '#server/domain/terms/seat-types.ts'
import { formatCount, formatDate } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { publicFrame } from './activity-schedule'
import type { Issuer } from './letterhead'
import type { Printable } from './printable'

/** A published seat matrix for printing. `publishedAt`: epoch milliseconds. */
export type SeatMatrixFacts = {
  language: Language
  madeAt: Instant
  edition: number
  publishedAt: number
  courses: readonly CourseSeats[]
  entry: PublicEntry | null
}

/** The seat matrix: its sums by type, then every choice code with its totals and its seats. */
export function seatMatrixPaper(facts: SeatMatrixFacts, issuer: Issuer): Printable {
  const { language, edition, publishedAt, courses } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const { all, byType } = sumOfSeats(courses)
  return {
    ...publicFrame(t('seats:matrix.title'), facts, issuer),
    blocks: [
      {
        kind: 'notice',
        tone: 'plain',
        title: t('seatlists:matrix.edition', { edition, date: formatDate(publishedAt, language) }),
        words: `${t('seatlists:matrix.lead')} ${t('seatlists:jk')}`,
      },
      {
        kind: 'table',
        title: t('seats:matrix.by-type', { count: formatCount(all) }),
        columns: [
          { title: t('seatlists:seat-type'), share: 0.2 },
          { title: t('seats:meaning'), share: 0.62 },
          { title: t('seatlists:seats'), share: 0.18, align: 'right' },
        ],
        rows: byType.map(({ seatType, count }) => [seatType, seatTypeName(seatType)[language], formatCount(count)]),
      },
      {
        kind: 'table',
        title: t('seats:matrix.courses'),
        columns: [
          { title: t('seats:choice-code'), share: 0.15 },
          { title: t('seats:institute-course'), share: 0.35 },
          { title: t('seats:totals'), share: 0.2 },
          { title: t('seats:by-type'), share: 0.3 },
        ],
        rows: courses.map((course) => [
          course.choiceCode,
          `${course.instituteCode} ${course.institute}, ${course.course}`,
          totalsOf(course),
          course.seats.map(({ seatType, count }) => together(seatType, count)).join(', '),
        ]),
      },
    ],
  }
}

/** A name and its number, without a space at which a line could break. */
const together = (name: string, count: number) => `${name}:${count}`

/** By the names in the file, which are the same in both languages; without zeros. */
const totalsOf = ({ sanctioned, maharashtra, minoritySeats, allIndia, instituteLevel }: CourseSeats) =>
  Object.entries({ SI: sanctioned, MS: maharashtra, MI: minoritySeats, AI: allIndia, IL: instituteLevel })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => together(name, count))
    .join(', ')
