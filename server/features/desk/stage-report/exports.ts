import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Counts } from '#server/kernel/counts.ts'
import { csvTable } from '#server/kernel/csv.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'

/** A line of a report: a value of what it counts by. `name`: an institute's; null for codes that pages name. */
export type ReportLine<Measure extends string> = { value: string; name: string | null; counts: Counts<Measure> }

type Table<Measure extends string> = {
  /** What the lines count by, as the head of the column says it. */
  by: string
  measures: readonly { key: Measure; title: string }[]
  lines: readonly ReportLine<Measure>[]
  total: Counts<Measure>
  /** The value of a line in words. */
  nameOf(value: string, name: string | null): string
}

/** A report's table for a spreadsheet: its columns are named as on the page, after the code of the line. */
export const reportCsv = <Measure extends string>(
  { by, measures, lines, total, nameOf }: Table<Measure>,
  language: Language,
): Iterable<string> => {
  const numbers = (counts: Counts<Measure>) => measures.map(({ key }) => counts[key])
  return csvTable(
    [translate(language, 'reports:code'), by, ...measures.map(({ title }) => title)],
    [
      ...lines.map(({ value, name, counts }) => [value, name ?? nameOf(value, name), ...numbers(counts)]),
      [null, translate(language, 'reports:total'), ...numbers(total)],
    ],
  )
}

/** Logs that a table of a report left the portal. */
export const reportExported = (record: RecordAct, officer: Officer, table: string): void =>
  record(auditActor(officer), 'reports.exported', {}, { table, region: officer.region })

/** The filters of a search with their values in words. */
export const filtersInWords = <Dimension extends string>(
  dimensions: readonly Dimension[],
  search: Readonly<Partial<Record<Dimension, string>>>,
  institutes: readonly { code: string; name: string }[],
  nameOf: (dimension: Dimension, value: string, name: string | null) => string,
): { dimension: Dimension; value: string }[] =>
  dimensions.flatMap((dimension) => {
    const value = search[dimension]
    if (value === undefined) return []
    const name = institutes.find(({ code }) => code === value)?.name ?? null
    return [{ dimension, value: nameOf(dimension, value, dimension === 'institute' ? name : null) }]
  })

/** What the press made, or that it is busy. */
export const printedOrBusy = (printed: Uint8Array | null): Result<Uint8Array> =>
  printed ? ok(printed) : refuse('press-busy', 503, { retryAfter: 10, params: { seconds: 10 } })

/** Institutes for a filter, by their codes. */
export const institutesByCode = (institutes: Iterable<readonly [string, { name: string }]>) =>
  [...institutes].map(([code, { name }]) => ({ code, name })).sort((a, b) => (a.code < b.code ? -1 : 1))
