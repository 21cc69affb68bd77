import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { headOf, type Issuer } from './letterhead'
import type { Column, Printable } from './printable'

/** The candidates allotted to an institute in a round, as shown to everybody; times are epoch milliseconds. */
type InstituteAllotment = {
  language: Language
  round: number
  institute: string
  code: string
  publishedAt: number
  printedAt: number
  courses: readonly {
    choiceCode: string
    course: string
    /** A line for each candidate, in the order of the columns below. */
    rows: readonly (readonly string[])[]
  }[]
}

const columns = [
  { name: 'state-merit', share: 0.11, align: 'right' },
  { name: 'all-india-merit', share: 0.12, align: 'right' },
  { name: 'user-id', share: 0.15 },
  { name: 'name', share: 0.27 },
  { name: 'type', share: 0.1 },
  { name: 'category', share: 0.12 },
  { name: 'seat-type', share: 0.13 },
] as const

/** The institute-wise list of one institute. It is not proof: only the page and each candidate's letter count. */
export function instituteAllotment(facts: InstituteAllotment, { course, isDemo }: Issuer): Printable {
  const { language, round } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const count = facts.courses.reduce((sum, { rows }) => sum + rows.length, 0)
  return {
    title: t('results:list.sheet-title', { round }),
    language,
    head: headOf(course, language),
    watermarks: isDemo ? [t('printables:demo')] : [],
    foot: {
      lines: [
        `${facts.code} ${facts.institute}`,
        t('printables:printed-at', { at: formatDateTime(facts.printedAt, language) }),
      ],
      pageOf: t('printables:page-of'),
      check: null,
    },
    createdAt: facts.printedAt as Printable['createdAt'],
    blocks: [
      {
        kind: 'notice',
        tone: 'plain',
        title: `${facts.code} ${facts.institute}`,
        words: `${t('results:list.sheet-count', { count })} · ${t('results:list.sheet-about', {
          at: formatDateTime(facts.publishedAt, language),
        })}`,
      },
      ...facts.courses.map(({ choiceCode, course, rows }) => ({
        kind: 'table' as const,
        title: `${choiceCode} ${course}`,
        columns: columns.map(({ name, ...column }): Column => ({ ...column, title: t(`allotted:column.${name}`) })),
        rows,
      })),
    ],
  }
}
