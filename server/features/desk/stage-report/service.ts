import {
  nowhere,
  type ReturnCounts,
  type ReturnLine,
  returnColumnKey,
  returnColumns,
  returnLineKey,
  returnLines,
  type StageCounts,
  type StageDimension,
  type StagePlace,
  seasonStages,
  stageDimensions,
} from '#server/domain/admission/stages.ts'
import type { YieldDimension } from '#server/domain/admission/yield.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import { categories } from '#server/domain/terms/claims.ts'
import type { RefundReason } from '#server/domain/terms/payment-states.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import { mayDo, maySeeFigures, type Officer } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { linesBy, noCounts, sumOfCounts, totalOf } from '#server/kernel/counts.ts'
import { csvLine } from '#server/kernel/csv.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { createStageCount, type StageCountDeps } from './count'
import { filtersInWords, institutesByCode, printedOrBusy, type ReportLine, reportCsv, reportExported } from './exports'
import { StageSearch } from './schema'
import type { MoneyLine } from './store'
import { stageValueName } from './words'
import { createYield } from './yield'
import { createYieldSeats } from './yield-seats'

type StageReportDeps = StageCountDeps & {
  course: { form: Parameters<typeof stageValueName>[1] }
  activity(key: string): Activity | undefined
  printYield: Parameters<typeof createYield>[0]['print']
  print(sheet: NamedReport, language: Language): Promise<Uint8Array | null>
  record: RecordAct
}

/** The report as its page shows it. `returns`: those admitted, for the annual return. */
type StageReport = {
  at: Instant
  by: StageDimension
  search: StageSearch
  lines: ReportLine<(typeof seasonStages)[number]>[]
  total: StageCounts
  intake: number
  returns: { line: ReturnLine; counts: ReturnCounts }[]
  payments: MoneyLine<DueName>[]
  refunds: MoneyLine<RefundReason>[]
  institutes: { code: string; name: string }[]
}

/** The report with its values in words. `of`: whom it counts. */
type NamedReport = Omit<StageReport, 'lines' | 'search' | 'institutes'> & {
  of: { dimension: StageDimension; value: string }[]
  lines: { label: string; counts: StageCounts }[]
}

/**
 * The report of the stages: every candidate once, at each stage reached, by category, gender, district, type and
 * institute. One pass counts everything; every table is a sum of its cells, so that all of them agree. Source: rules §9.8.
 */
export function createStageReport(deps: StageReportDeps) {
  const { course, print, record } = deps
  const counted = createStageCount(deps)

  /** Picks the cells that an officer reaches and a search asks for. */
  function pickerOf(officer: Officer, search: StageSearch) {
    const asked = stageDimensions.filter((one) => search[one] !== undefined)
    const reached = new Map<string, boolean>()
    const reaches = (district: string) => {
      const known = reached.get(district) ?? maySeeFigures(officer, regionOf(district))
      reached.set(district, known)
      return known
    }
    return ({ place }: { place: StagePlace }) =>
      reaches(place.district) && asked.every((one) => place[one] === search[one])
  }

  const homeDistricts = () =>
    listsOf(course.form)
      .entries('maharashtra-districts')
      .map(({ code }) => code)

  async function reportOf(officer: Officer, asked: unknown): Promise<Result<StageReport>> {
    const form = parseForm(StageSearch, asked)
    if (!form.ok) return form
    const search = form.value
    const by = search.by ?? 'category'
    const { at, stages, returns, institutes, payments, refunds } = await counted.current()
    const isPicked = pickerOf(officer, search)
    // Categories in the order of the form, Maharashtra's districts first, all else by its code, the unanswered last.
    const order = by === 'category' ? categories : by === 'district' ? homeDistricts() : []
    const lines = linesBy(stages.filter(isPicked), by, seasonStages, order, nowhere)
    const admitted = new Map(
      linesBy(returns.filter(isPicked), 'line', returnColumns).map(({ value, counts }) => [value, counts]),
    )
    const seen = [...institutes].filter(([code, { region }]) =>
      search.institute === undefined ? maySeeFigures(officer, region) : code === search.institute,
    )
    return ok({
      at,
      by,
      search,
      lines: lines.map((line) => ({
        ...line,
        name: by === 'institute' ? (institutes.get(line.value)?.name ?? null) : null,
      })),
      total: sumOfCounts(
        seasonStages,
        lines.map(({ counts }) => counts),
      ),
      intake: seen.reduce((sum, [, { intake }]) => sum + intake, 0),
      returns: returnLines.map((line) => ({ line, counts: admitted.get(line) ?? noCounts(returnColumns) })),
      // Money is the cell's own: a regional office does not see it.
      payments: mayDo(officer.role, 'money') ? payments : [],
      refunds: mayDo(officer.role, 'money') ? refunds : [],
      institutes: institutesByCode(institutes),
    })
  }

  /** A value of what the report counts by, in words. */
  const nameOf = (language: Language, dimension: StageDimension, value: string, name: string | null) =>
    stageValueName({ dimension, value, name }, course.form, language)

  const nameOfYield = (language: Language, dimension: YieldDimension, value: string, name: string | null): string => {
    if (dimension === 'round') return translate(language, 'yield:round', { round: value })
    if (dimension === 'seatType') return `${value}: ${seatTypeName(value as SeatType)[language]}`
    return nameOf(language, dimension, value, name)
  }

  return {
    nameOf,

    /** The report of what an officer reaches. Refusal: `check-answers` (422) for a search that is not understood. */
    report: reportOf,

    /** Its table for a spreadsheet, with the annual return below; logs the export. */
    async exportReport(officer: Officer, asked: unknown, language: Language): Promise<Result<string[]>> {
      const found = await reportOf(officer, asked)
      if (!found.ok) return found
      const { by, lines, total, intake, returns } = found.value
      reportExported(record, officer, `stages-by-${by}`)
      const t = (key: TextKey) => translate(language, key)
      const measures = seasonStages.map((key) => ({ key, title: t(`reports:stages.${key}`) }))
      const words = { by: t(`reports:stages.by.${by}`), measures, lines, total }
      return ok([
        ...reportCsv({ ...words, nameOf: (value, name) => nameOf(language, by, value, name) }, language),
        csvLine([]),
        csvLine([t('reports:return.title'), t('reports:column.intake'), intake]),
        csvLine([
          t('reports:code'),
          t('reports:return.admitted'),
          ...returnColumns.map((gender) => t(returnColumnKey(gender))),
          t('reports:total'),
        ]),
        ...returns.map(({ line, counts }) =>
          csvLine([
            line,
            t(returnLineKey(line)),
            ...returnColumns.map((gender) => counts[gender]),
            totalOf(returnColumns, counts),
          ]),
        ),
      ])
    },

    /** The report on paper, as its page shows it; logs the export. Refusals: those of `report`, `press-busy` (503). */
    async printReport(officer: Officer, asked: unknown, language: Language): Promise<Result<Uint8Array>> {
      const found = await reportOf(officer, asked)
      if (!found.ok) return found
      const { lines, search, institutes, ...report } = found.value
      reportExported(record, officer, `stages-by-${report.by}`)
      const inWords = (dimension: StageDimension, value: string, name: string | null) =>
        nameOf(language, dimension, value, name)
      const sheet: NamedReport = {
        ...report,
        of: filtersInWords(stageDimensions, search, institutes, inWords),
        lines: lines.map(({ value, name, counts }) => ({ label: inWords(report.by, value, name), counts })),
      }
      return printedOrBusy(await print(sheet, language))
    },

    /** What became of the seats of each round, from the same count. */
    yields: createYield({ ...deps, counted, now: deps.clock.portal, print: deps.printYield, nameOf: nameOfYield }),

    /** The seats behind those figures, by candidate. */
    yieldSeats: createYieldSeats({ ...deps, counted }),

    /** A job: renews the count of a large portal. */
    countDue: counted.renewDue,
  }
}
