import {
  type YieldCounts,
  type YieldDimension,
  yieldDimensions,
  yieldMeasures,
} from '#server/domain/admission/yield.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import { categories } from '#server/domain/terms/claims.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import { seatTypes } from '#server/domain/terms/seat-types.ts'
import { maySeeFigures, type Officer } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { translate } from '#server/i18n/texts.ts'
import { linesBy, sumOfCounts } from '#server/kernel/counts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'
import type { Count, CountedSeat, StageCount } from './count'
import { filtersInWords, institutesByCode, printedOrBusy, type ReportLine, reportCsv, reportExported } from './exports'
import { YieldSearch } from './schema'

type YieldDeps = {
  counted: Pick<StageCount, 'current' | 'latest'>
  now(): Instant
  activity(key: string): Activity | undefined
  /** A value of what the report counts by, in words. */
  nameOf(language: Language, dimension: YieldDimension, value: string, name: string | null): string
  print(sheet: NamedYield, language: Language): Promise<Uint8Array | null>
  record: RecordAct
}

/** The report with its values in words. `of`: which seats it counts. */
type NamedYield = Pick<YieldReport, 'at' | 'by' | 'total'> & {
  of: { dimension: YieldDimension; value: string }[]
  lines: { label: string; counts: YieldCounts }[]
}

/** What became of the seats, as an officer may see it. `rounds`: those that gave seats. */
export type YieldReport = {
  at: Instant
  by: YieldDimension
  search: YieldSearch
  lines: ReportLine<(typeof yieldMeasures)[number]>[]
  total: YieldCounts
  rounds: string[]
  institutes: { code: string; name: string }[]
}

/** How long visitors read the same count. */
const freshFor = minutes(5)

/** The order of the values of a dimension; the others come after them, by their code. */
const orders: Readonly<Record<YieldDimension, readonly string[]>> = {
  round: ['1', '2', '3', '4', '5', '6'],
  institute: [],
  category: categories,
  seatType: seatTypes,
}

/** Picks what a search asks for among the seats of the institutes that an officer reaches. */
export function yieldPicker(
  officer: Officer,
  institutes: Count['institutes'],
  search: Readonly<Partial<Record<YieldDimension, string>>>,
) {
  const filters = yieldDimensions.filter((one) => search[one] !== undefined)
  const reached = new Map<string, boolean>()
  const reaches = (institute: string) => {
    const known = reached.get(institute) ?? maySeeFigures(officer, institutes.get(institute)?.region ?? null)
    reached.set(institute, known)
    return known
  }
  return ({ place }: Pick<CountedSeat, 'place'>) =>
    filters.every((one) => place[one] === search[one]) && reaches(place.institute)
}

/**
 * What became of the seats that each round gave, by round, institute, category and type of seat: sums of the cells of one
 * count, so that all tables agree. Source: rules §9.8.
 */
export function createYield({ counted, now, activity, nameOf, print, record }: YieldDeps) {
  async function reportOf(officer: Officer, asked: unknown): Promise<Result<YieldReport>> {
    const form = parseForm(YieldSearch, asked)
    if (!form.ok) return form
    const search = form.value
    const by = search.by ?? 'round'
    const { at, yields, institutes } = await counted.current()
    const cells = yields.filter(yieldPicker(officer, institutes, search))
    const lines = linesBy(cells, by, yieldMeasures, orders[by])
    const sums = lines.map(({ counts }) => counts)
    return ok({
      at,
      by,
      search,
      lines: lines.map((line) => ({
        ...line,
        name: by === 'institute' ? (institutes.get(line.value)?.name ?? null) : null,
      })),
      total: sumOfCounts(yieldMeasures, sums),
      rounds: [...new Set(yields.map(({ place }) => place.round))].sort(),
      institutes: institutesByCode([...institutes].filter(([, { region }]) => maySeeFigures(officer, region))),
    })
  }

  return {
    /** The report of the institutes that an officer reaches. Refusal: `check-answers` (422) for an unknown search. */
    report: reportOf,

    /** Its table for a spreadsheet; logs the export. */
    async exportReport(officer: Officer, asked: unknown, language: Language): Promise<Result<Iterable<string>>> {
      const found = await reportOf(officer, asked)
      if (!found.ok) return found
      const { by, lines, total } = found.value
      reportExported(record, officer, `yield-by-${by}`)
      const measures = yieldMeasures.map((key) => ({ key, title: translate(language, `yield:${key}`) }))
      const words = { by: translate(language, `yield:of.${by}`), measures, lines, total }
      return ok(reportCsv({ ...words, nameOf: (value, name) => nameOf(language, by, value, name) }, language))
    },

    nameOf,

    /** The report on paper, as its page shows it; logs the export. Refusals: those of `report`, `press-busy` (503). */
    async printReport(officer: Officer, asked: unknown, language: Language): Promise<Result<Uint8Array>> {
      const found = await reportOf(officer, asked)
      if (!found.ok) return found
      const { at, by, total, lines, search, institutes } = found.value
      reportExported(record, officer, `yield-by-${by}`)
      const inWords = (dimension: YieldDimension, value: string, name: string | null) =>
        nameOf(language, dimension, value, name)
      const sheet: NamedYield = {
        at,
        by,
        total,
        of: filtersInWords(yieldDimensions, search, institutes, inWords),
        lines: lines.map(({ value, name, counts }) => ({ label: inWords(by, value, name), counts })),
      }
      return printedOrBusy(await print(sheet, language))
    },

    /**
     * What became of the seats of a round, for everybody: totals only, once its reporting is over, when they hardly change
     * any more; null before. No visitor waits for a count: it shows the last one, and has an old one renewed.
     */
    ofRound(round: CapRound): { at: Instant; counts: YieldCounts } | null {
      const closesAt = activity(roundActivity(round, 'reporting'))?.closesAt ?? null
      if (closesAt === null || now() < closesAt) return null
      const known = counted.latest()
      // A count that fails is tried again at the next look, and fails openly at the desk.
      if (!known || now() - known.at > freshFor) void Promise.resolve(counted.current()).catch(() => {})
      if (!known || known.at < closesAt) return null
      const { at, yields } = known
      const cells = yields.filter(({ place }) => place.round === String(round))
      return cells.length
        ? {
            at,
            counts: sumOfCounts(
              yieldMeasures,
              cells.map(({ counts }) => counts),
            ),
          }
        : null
    },
  }
}
