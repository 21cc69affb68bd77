import { formatDate, formatDateTime } from '../i18n/format'
import { translate } from '../i18n/texts'
import type { Language } from '../kernel/languages'
import { headOf, type Issuer } from './letterhead'
import type { Column, Printable } from './printable'

/** The admissions of an institute with their second check; times are epoch milliseconds. */
type ApprovalList = {
  code: string
  name: string
  at: number
  lines: readonly {
    userId: string
    fullName: string
    category: string | null
    course: string
    seatType: string
    admittedAt: number
    awaited: readonly string[]
    verdict: 'checked' | 'objected' | null
  }[]
}

const columns = [
  { name: 'number', share: 0.06, align: 'right' },
  { name: 'candidate', share: 0.14 },
  { name: 'name', share: 0.24 },
  { name: 'category', share: 0.1 },
  { name: 'seat', share: 0.12 },
  { name: 'admitted-on', share: 0.13 },
  { name: 'awaited', share: 0.1, align: 'right' },
  { name: 'verdict', share: 0.11 },
] as const

/** The approval list of an institute: its admissions, course by course, and what the second check found. */
export function approvalList({ code, name, at, lines }: ApprovalList, language: Language, issuer: Issuer): Printable {
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const courses = [...new Set(lines.map(({ course }) => course))].sort()
  const checked = lines.filter(({ verdict }) => verdict === 'checked').length
  return {
    title: t('reports:approval.title'),
    language,
    head: headOf(issuer.course, language),
    watermarks: issuer.isDemo ? [t('printables:demo')] : [],
    foot: {
      lines: [`${code} ${name}`, t('printables:printed-at', { at: formatDateTime(at, language) })],
      pageOf: t('printables:page-of'),
      check: null,
    },
    createdAt: at as Printable['createdAt'],
    blocks: [
      {
        kind: 'notice',
        tone: 'plain',
        title: `${code} ${name}`,
        words: t('reports:approval.sheet', { admitted: lines.length, checked }),
      },
      ...courses.map((course) => ({
        kind: 'table' as const,
        title: course,
        columns: columns.map(
          ({ name: column, ...more }): Column => ({ ...more, title: t(`reports:column.${column}`) }),
        ),
        rows: lines
          .filter((line) => line.course === course)
          .map((line, place) => [
            String(place + 1),
            line.userId,
            line.fullName,
            line.category ?? '',
            line.seatType,
            formatDate(line.admittedAt, language),
            String(line.awaited.length),
            t(`reports:verdict.${line.verdict ?? 'waiting'}`),
          ]),
      })),
    ],
  }
}
