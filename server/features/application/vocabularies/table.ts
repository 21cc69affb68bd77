import { entriesOf } from '#server/domain/application/form/lists.ts'
import type { ImportTable } from '#server/domain/desk/imports.ts'
import {
  type CsvColumn,
  type CsvLineDoubt,
  type CsvValues,
  readDay,
  readOneOf,
  readPattern,
} from '#server/domain/terms/csv-table.ts'
import { type CellList, cellLists } from '#server/domain/terms/question.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import type { DatedEntry } from './service'
import type { EntryRow } from './store'

const columns: readonly CsvColumn[] = [
  { name: 'list', isRequired: true, example: 'castes', read: readOneOf(cellLists) },
  {
    name: 'code',
    isRequired: true,
    longest: 60,
    example: 'SC-ager',
    read: readPattern('^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$'),
  },
  { name: 'group', longest: 60, example: 'SC', read: readPattern('^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$') },
  { name: 'name_en', isRequired: true, longest: 160, example: 'Ager' },
  { name: 'name_mr', isRequired: true, longest: 160, example: 'आगेर' },
  { name: 'first_day', example: '2024-08-05', read: readDay },
  { name: 'last_day', example: '2024-08-20', read: readDay },
]

/** Entries that the importer reads at a time. */
const atOnce = 500

const keyOf = (list: string, code: string): string => `${list} ${code}`

const valuesOf = (list: CellList, { code, group = '', en, mr, firstDay, lastDay }: DatedEntry): CsvValues => ({
  list,
  code,
  group,
  name_en: en,
  name_mr: mr,
  first_day: firstDay ?? '',
  last_day: lastDay ?? '',
})

/** The groups of a list, as it is shipped: other parts of the form rely on them. */
const groupsOf = new Map(
  cellLists.map((list) => [list, new Set(entriesOf(list).map(({ group = '' }) => group))] as const),
)

const isOurs = ({ list, group }: CsvValues) => list === 'districts' && group === 'MH'

/**
 * A district has its state in its code. Those of Maharashtra may be named anew, but are neither added nor ended: regions,
 * and with them offices, officers and centres, follow from them. Source: rules §13.8.
 */
function districtFault(before: CsvValues | null, after: CsvValues): CsvLineDoubt | null {
  if (!after.code!.startsWith(`${after.group}-`)) return { column: 'code', why: 'code-of-state' }
  const isNamedOnly = before && before.first_day === after.first_day && before.last_day === after.last_day
  return isOurs(after) && !isNamedOnly ? { column: 'code', why: 'district-of-region' } : null
}

/**
 * The lists of the application as a table of the cell. An entry that a complete file leaves out ends with the present
 * day; none is ever removed. Source: rules §13.8.
 */
export function vocabularyTable({
  all,
  put,
  today,
  answered,
  onApplied,
}: {
  all(list: CellList): ReadonlyMap<string, DatedEntry>
  put(row: EntryRow): void
  today(): CivilDate
  answered(list: CellList): ReadonlyMap<string, number>
  onApplied(): void
}): ImportTable {
  return {
    kind: 'vocabularies',
    permission: 'settings',
    columns,
    keyOf: ({ list, code }) => keyOf(list!, code!),
    needsSecondPerson: true,
    find(key) {
      const [list, code] = key.split(' ') as [CellList, string]
      const entry = all(list).get(code)
      return entry ? valuesOf(list, entry) : null
    },
    page: (after) =>
      [...cellLists]
        .flatMap((list) => [...all(list).values()].map((entry) => ({ key: keyOf(list, entry.code), list, entry })))
        .filter(({ key }) => key > after)
        .sort((one, other) => (one.key < other.key ? -1 : 1))
        .slice(0, atOnce)
        .map(({ list, entry }) => valuesOf(list, entry)),
    gone: (values) =>
      isOurs(values) || (values.last_day && values.last_day <= today()) ? values : { ...values, last_day: today() },
    check:
      () =>
      ({ before, after }, isSame) => {
        if (isSame) return null
        const { list, group, first_day: first, last_day: last } = after as Record<string, string>
        if (!groupsOf.get(list as CellList)!.has(group!)) return { column: 'group', why: 'unknown' }
        if (before && before.group !== group) return { column: 'group', why: 'group-stays' }
        if (list === 'districts') {
          const fault = districtFault(before, after!)
          if (fault) return fault
        }
        return first && last && last < first ? { column: 'last_day', why: 'ends-before' } : null
      },
    apply(_actor, changes) {
      for (const { after } of changes) {
        const { list, code, group, name_en, name_mr, first_day, last_day } = after as Record<string, string>
        put({
          list: list as CellList,
          code: code!,
          group: group || null,
          nameEn: name_en!,
          nameMr: name_mr!,
          firstDay: (first_day || null) as CivilDate | null,
          lastDay: (last_day || null) as CivilDate | null,
        })
      }
    },
    touched() {
      const counts = new Map<string, ReadonlyMap<string, number>>()
      return {
        of(key) {
          const [list, code] = key.split(' ') as [CellList, string]
          const known = counts.get(list) ?? answered(list)
          counts.set(list, known)
          return known.get(code) ?? 0
        },
        booked: null,
      }
    },
    onApplied,
  }
}
