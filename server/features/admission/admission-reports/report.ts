import { instituteMeasures, tallyMeasures, tallySteps } from '#server/domain/admission/tally.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { categories as categoriesInOrder } from '#server/domain/terms/claims.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import { maySeeFigures, type Officer } from '#server/domain/terms/staff.ts'
import { linesBy } from '#server/kernel/counts.ts'
import { type CsvCell, csvTable } from '#server/kernel/csv.ts'
import { type ListShape, listOfRows } from '#server/kernel/lists.ts'
import type { Count, InstituteLine, Report, TallyCell } from './count'
import type { AdmissionReportsDeps } from './deps'

/**
 * How far the second check of an institute's admissions has come. `region`: null outside the state; `objected`: objections that
 * the institute has not answered; `answered`: those that wait for the office again.
 */
type ApprovalsLine = {
  code: string
  name: string
  region: Region | null
  admitted: number
  checked: number
  objected: number
  answered: number
  waiting: number
}

const approvalsShape: ListShape = {
  list: 'approvals',
  columns: [
    { key: 'code', kind: 'text', isSortable: true },
    { key: 'name', kind: 'written', isSortable: true },
    { key: 'region', kind: 'text', isSortable: true, needsRoom: true },
    { key: 'admitted', kind: 'count', isSortable: true },
    { key: 'checked', kind: 'count', isSortable: true },
    { key: 'objected', kind: 'count', isSortable: true },
    { key: 'answered', kind: 'count', isSortable: true },
    { key: 'waiting', kind: 'count', isSortable: true },
  ],
  filters: ['region', 'code', 'name'],
  order: 'code',
}

/** The tally of each category: in the order of the form, then candidates without one, and a category that it does not know. */
const byCategory = (cells: Iterable<TallyCell>) =>
  linesBy(cells, 'category', tallyMeasures, [...categoriesInOrder, '']).map(({ value, counts }) => ({
    category: value,
    ...counts,
  }))

/** The reports of the regional offices and the ARA. Source: rules §9.7. */
export function createReport({ record }: AdmissionReportsDeps, { current, latest }: Count) {
  /** The institutes that an officer reaches, or those of one region among them. */
  const within = (report: Report, officer: Officer, region: Region | null) =>
    report.institutes.filter(
      (line) => maySeeFigures(officer, line.region) && (region === null || line.region === region),
    )

  async function report(officer: Officer, region: Region | null) {
    const all = await current()
    const institutes = within(all, officer, region)
    const codes = new Set(institutes.map(({ code }) => code))
    const cells = all.cells.filter(({ place }) => codes.has(place.institute))
    return { round: all.round, at: all.at, institutes, cells, categories: byCategory(cells) }
  }

  const approvals = listOfRows<Officer, ApprovalsLine>({
    shape: approvalsShape,
    key: 'code',
    rows(officer) {
      const counted = latest()
      return (counted ? within(counted, officer, null) : [])
        .map(({ code, name, region, admitted, checks }) => {
          const { checked = 0, objected = 0, answered = 0 } = checks
          return {
            code,
            name,
            region,
            admitted,
            checked,
            objected,
            answered,
            waiting: Math.max(0, admitted - checked - objected - answered),
          }
        })
        .filter(({ admitted, checked, objected, answered }) => admitted + checked + objected + answered > 0)
    },
  })

  return {
    report,

    /** Institutes with admissions, and how far their second check has come. `ready` counts them. */
    approvalsList: { ...approvals, ready: async () => void (await current()) },

    /** A table of the report, for a spreadsheet; logs the export. */
    async exportReport(officer: Officer, table: 'institutes' | 'categories', region: Region | null): Promise<string[]> {
      const { institutes, cells } = await report(officer, region)
      record(auditActor(officer), 'reports.exported', {}, { table, region: region ?? officer.region })
      const place = ({ region: of, code, name }: InstituteLine): CsvCell[] => [of ?? 'outside', code, name]
      if (table === 'institutes')
        return csvTable(
          ['region', 'code', 'institute', ...instituteMeasures],
          institutes.map((line) => [...place(line), ...instituteMeasures.map((measure) => line[measure])]),
        )
      return csvTable(
        ['region', 'code', 'institute', 'category', ...tallySteps],
        institutes.flatMap((line) =>
          byCategory(cells.filter(({ place: at }) => at.institute === line.code)).map((own) => [
            ...place(line),
            own.category,
            ...tallySteps.map((step) => own[step]),
          ]),
        ),
      )
    },
  }
}
