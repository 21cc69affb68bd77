import type { ImportTable } from '#server/domain/desk/imports.ts'
import {
  academicYearPattern,
  closingFault,
  isEarlierSeason,
  type PastClosing,
} from '#server/domain/seats/past-closings.ts'
import {
  type CsvColumn,
  type CsvValues,
  readChoiceCode,
  readCount,
  readOneOf,
  readPattern,
} from '#server/domain/terms/csv-table.ts'
import { type SeatType, seatTypes } from '#server/domain/terms/seat-types.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import type { PastSeasonsStore } from './store'

const mostListed = 10_000_000

const columns: readonly CsvColumn[] = [
  { name: 'academic_year', isRequired: true, example: '2023-2024', read: readPattern(academicYearPattern) },
  { name: 'round', isRequired: true, example: '1', read: readCount(1, 9) },
  {
    name: 'choice_code',
    isRequired: true,
    example: '600424510',
    read: readChoiceCode,
  },
  { name: 'seat_type', isRequired: true, example: 'GOPENS', read: readOneOf(seatTypes) },
  { name: 'last_number', example: '1204', read: readCount(1, mostListed) },
  { name: 'listed', isRequired: true, example: '4310', read: readCount(1, mostListed) },
  { name: 'admitted', isRequired: true, example: '18', read: readCount(0, mostListed) },
  { name: 'vacant', isRequired: true, example: '0', read: readCount(0, mostListed) },
]

/** The column that holds a fact. */
const columnOf: Readonly<Record<string, string>> = { merit: 'last_number' }

const valuesOf = (one: PastClosing): CsvValues => ({
  academic_year: one.academicYear,
  round: String(one.round),
  choice_code: one.choiceCode,
  seat_type: one.seatType,
  last_number: one.merit === null ? '' : String(one.merit),
  listed: String(one.listed),
  admitted: String(one.admitted),
  vacant: String(one.vacant),
})

const closingOf = (values: CsvValues): PastClosing => ({
  academicYear: values.academic_year!,
  round: Number(values.round),
  choiceCode: values.choice_code!,
  seatType: values.seat_type as SeatType,
  merit: values.last_number ? Number(values.last_number) : null,
  listed: Number(values.listed),
  admitted: Number(values.admitted),
  vacant: Number(values.vacant),
})

const keyOf = ({ academic_year, choice_code, seat_type, round }: CsvValues) =>
  `${academic_year} ${choice_code} ${seat_type} ${round}`

/** What a key names, without figures. */
function named(key: string): PastClosing {
  const [academicYear, choiceCode, seatType, round] = key.split(' ') as [string, string, SeatType, string]
  return { academicYear, choiceCode, seatType, round: Number(round), merit: null, listed: 0, admitted: 0, vacant: 0 }
}

/** Closing merits as the file that the importer reads. */
export function* pastClosingsCsv(rows: readonly PastClosing[]): Generator<string> {
  const names = columns.map(({ name }) => name)
  yield byteOrderMark + csvLine(names)
  for (const row of rows) {
    const values = valuesOf(row)
    yield csvLine(names.map((name) => values[name]!))
  }
}

/** The closing merits of earlier seasons as a table of the cell. Source: rules §8.21, §13.7. */
export function pastClosingTable({
  store,
  academicYear,
  onApplied,
}: {
  store: PastSeasonsStore
  /** The present season. */
  academicYear(): string
  onApplied(): void
}): ImportTable {
  return {
    kind: 'past-closings',
    permission: 'publish',
    columns,
    keyOf,
    needsSecondPerson: false,
    find(key) {
      const row = store.find(named(key))
      return row ? valuesOf(row) : null
    },
    page: (after) => store.after(after, 500).map(valuesOf),
    gone: () => null,
    check:
      () =>
      ({ after }, isSame) => {
        if (isSame || !after) return null
        if (!isEarlierSeason(after.academic_year!, academicYear()))
          return { column: 'academic_year', why: 'season-not-earlier', params: { year: academicYear() } }
        const fault = closingFault(closingOf(after))
        return fault && { column: columnOf[fault.column] ?? fault.column, why: fault.why }
      },
    apply(_officer, changes) {
      for (const { key, after } of changes) {
        if (after) store.put(closingOf(after))
        else store.remove(named(key))
      }
    },
    onApplied,
  }
}
