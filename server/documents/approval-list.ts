import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import type { CertificateStatus } from '#server/domain/scrutiny/certificates.ts'
import type { Category } from '#server/domain/terms/claims.ts'
import { type Region, regionNames } from '#server/domain/terms/regions.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { headOf, type Issuer } from './letterhead'
import type { Column, Printable, Row } from './printable'

/** The admissions of an institute with their second check; times are epoch milliseconds. */
type ApprovalList = {
  code: string
  name: string
  region: Region | null
  at: number
  lines: readonly {
    userId: string
    fullName: string
    category: string | null
    course: string
    seatType: string
    admittedAt: number
    awaited: readonly { kind: string; status: CertificateStatus | null }[]
    verdict: 'checked' | 'objected' | null
    reason: string | null
    answer: string | null
  }[]
}

const columns = [
  { name: 'number', share: 0.07, align: 'right' },
  { name: 'candidate', share: 0.15 },
  { name: 'name', share: 0.24 },
  { name: 'category', share: 0.13 },
  { name: 'seat', share: 0.14 },
  { name: 'admitted-on', share: 0.14 },
  { name: 'verdict', share: 0.13 },
] as const

type Line = ApprovalList['lines'][number]

const ofLine = ({ userId, fullName }: Line) => `${userId} ${fullName}`

/** The objection to an admission, and what the institute answered. */
const objectionOf = (line: Line, answered: string): Row[] =>
  line.reason === null
    ? []
    : [
        { label: ofLine(line), value: line.reason },
        ...(line.answer === null ? [] : [{ label: `${line.userId} ${answered}`, value: line.answer }]),
      ]

/** A section with these rows; none without them. */
const notes = (title: string, rows: readonly Row[]) => (rows.length ? [{ kind: 'section' as const, title, rows }] : [])

/**
 * The approval list of an institute: its admissions, course by course, what the second check found, and the place where
 * the office signs.
 */
export function approvalList(
  { code, name, region, at, lines }: ApprovalList,
  language: Language,
  issuer: Issuer,
): Printable {
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
            line.category === null ? t('reports:category.none') : t(`meritpages:category.${line.category as Category}`),
            line.seatType,
            formatDate(line.admittedAt, language),
            t(`reports:verdict.${line.verdict ?? 'waiting'}`),
          ]),
      })),
      ...notes(
        t('reports:approval.objections'),
        lines.flatMap((line) => objectionOf(line, t('reports:approval.answer'))),
      ),
      ...notes(
        t('reports:column.awaited'),
        lines.flatMap((line) =>
          line.awaited.length
            ? [
                {
                  label: ofLine(line),
                  value: line.awaited
                    .map(({ kind, status }) => {
                      const name = t(`documents:kind.${kind as DocumentKind}`)
                      return status ? `${name} (${t(`certificates:status.${status}`)})` : name
                    })
                    .join(', '),
                },
              ]
            : [],
        ),
      ),
      {
        kind: 'declaration',
        title: t('reports:approval.signature'),
        words: t('reports:approval.declaration'),
        place: {
          label: t('reports:approval.office'),
          value: region === null ? t('reports:region.outside') : regionNames[region][language],
        },
        date: { label: t('reports:approval.date'), value: '' },
        signature: { image: null, words: t('reports:approval.sign') },
      },
    ],
  }
}
