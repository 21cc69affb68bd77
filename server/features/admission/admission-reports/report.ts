import { sumOfTallies, type Tally, tallySteps } from '#server/domain/admission/tally.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import { maySeeFigures } from '#server/domain/terms/staff.ts'
import { byteOrderMark, type CsvCell, csvLine } from '#server/kernel/csv.ts'
import { type ListShape, listOfRows } from '#server/kernel/lists.ts'
import { byCategory, type Count, type InstituteLine, type Report } from './count'
import type { AdmissionReportsDeps, Officer } from './deps'

/** How far the second check of an institute's admissions has come. `region`: null outside the state. */
type ApprovalsLine = {
  code: string
  name: string
  region: Region | null
  admitted: number
  checked: number
  objected: number
  waiting: number
}

const approvalsShape: ListShape = {
  list: 'approvals',
  columns: [
    { key: 'code', kind: 'text', isSortable: true },
    { key: 'name', kind: 'written', isSortable: true },
    { key: 'region', kind: 'text', isSortable: true },
    { key: 'admitted', kind: 'count', isSortable: true },
    { key: 'checked', kind: 'count', isSortable: true },
    { key: 'objected', kind: 'count', isSortable: true },
    { key: 'waiting', kind: 'count', isSortable: true },
  ],
  filters: ['region', 'code', 'name'],
  order: 'code',
}

/** The reports of the regional offices and the ARA. Source: rules §9.7. */
export function createReport({ record }: AdmissionReportsDeps, { current, last }: Count) {
  /** The institutes that an officer reaches, or those of one region among them. */
  const within = (report: Report, officer: Officer, region: Region | null) =>
    report.institutes.filter(
      (line) => maySeeFigures(officer, line.region) && (region === null || line.region === region),
    )

  async function report(officer: Officer, region: Region | null) {
    const all = await current()
    const institutes = within(all, officer, region)
    const categories = new Map<string, Tally[]>()
    for (const { categories: own } of institutes)
      for (const { category, tally } of own) categories.set(category, [...(categories.get(category) ?? []), tally])
    return {
      round: all.round,
      at: all.at,
      institutes,
      categories: [...categories]
        .sort(byCategory)
        .map(([category, tallies]) => ({ category, ...sumOfTallies(tallies) })),
    }
  }

  const approvals = listOfRows<Officer, ApprovalsLine>({
    shape: approvalsShape,
    key: 'code',
    rows(officer) {
      const counted = last()
      return (counted ? within(counted, officer, null) : [])
        .map(({ code, name, region, admitted, verdicts }) => {
          const { checked = 0, objected = 0 } = verdicts
          return {
            code,
            name,
            region,
            admitted,
            checked,
            objected,
            waiting: Math.max(0, admitted - checked - objected),
          }
        })
        .filter(({ admitted, checked, objected }) => admitted + checked + objected > 0)
    },
  })

  return {
    report,

    /** Institutes with admissions, and how far their second check has come. `ready` counts them. */
    approvalsList: { ...approvals, ready: async () => void (await current()) },

    /** A table of the report, for a spreadsheet; logs the export. */
    async exportReport(officer: Officer, table: 'institutes' | 'categories', region: Region | null): Promise<string[]> {
      const { institutes } = await report(officer, region)
      record(auditActor(officer), 'reports.exported', {}, { table, region: region ?? officer.region })
      const numbers = (tally: Tally) => tallySteps.map((step) => tally[step])
      const place = ({ region: of, code, name }: InstituteLine): CsvCell[] => [of ?? 'outside', code, name]
      const [head, rows]: [string[], CsvCell[][]] =
        table === 'institutes'
          ? [
              ['region', 'code', 'institute', 'intake', ...tallySteps, 'vacant'],
              institutes.map((line) => [...place(line), line.intake, ...numbers(line), line.vacant]),
            ]
          : [
              ['region', 'code', 'institute', 'category', ...tallySteps],
              institutes.flatMap((line) =>
                line.categories.map(({ category, tally }) => [...place(line), category, ...numbers(tally)]),
              ),
            ]
      return [byteOrderMark + csvLine(head), ...rows.map(csvLine)]
    },
  }
}
