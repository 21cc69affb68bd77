import { codeFinder, listsOf } from '#server/domain/application/form/lists.ts'
import type { ImportTable } from '#server/domain/desk/imports.ts'
import { readPlace } from '#server/domain/seats/map.ts'
import {
  type CsvColumn,
  type CsvValues,
  readPlaceCode,
  readSwitch,
  readTelephone,
} from '#server/domain/terms/csv-table.ts'
import type { ListEntry, Lists } from '#server/domain/terms/question.ts'
import { regionalDistricts, regionOf } from '#server/domain/terms/regions.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { CentreRow, DirectoryStore } from './store'

const columnsOf = (districtNamed: (text: string) => string | null): readonly CsvColumn[] => [
  {
    name: 'code',
    isRequired: true,
    example: 'FC07',
    read: readPlaceCode,
  },
  { name: 'name_en', isRequired: true, longest: 120, example: 'Facilitation Centre, Satara' },
  { name: 'name_mr', isRequired: true, longest: 120, example: 'सुविधा केंद्र, सातारा' },
  { name: 'district', isRequired: true, example: 'MH-satara', read: districtNamed },
  { name: 'address_en', isRequired: true, longest: 300, example: 'Polytechnic Campus, Satara' },
  { name: 'address_mr', isRequired: true, longest: 300, example: 'तंत्रनिकेतन परिसर, सातारा' },
  { name: 'phone', longest: 60, example: '020 25506970', ...readTelephone },
  { name: 'place', example: '17.6805,74.0183', read: readPlace },
  { name: 'directions_en', longest: 500, example: 'Ten minutes on foot from the bus stand' },
  { name: 'directions_mr', longest: 500, example: 'बस स्थानकापासून पायी दहा मिनिटे' },
  { name: 'active', isRequired: true, example: 'yes', read: readSwitch },
]

/** Reads a district by its code or its name, as the portal's list has it. */
function districtReader(portal: { lists?: Lists }): (text: string) => string | null {
  let known: readonly ListEntry[] = []
  let named = codeFinder(known)
  return (text) => {
    const entries = listsOf(portal).entries('maharashtra-districts')
    if (entries !== known) {
      known = entries
      named = codeFinder(entries.filter(({ code }) => regionalDistricts.includes(code)))
    }
    return named(text) ?? null
  }
}

const valuesOf = (row: CentreRow): CsvValues => ({
  code: row.code,
  name_en: row.nameEn,
  name_mr: row.nameMr,
  district: row.district,
  address_en: row.addressEn,
  address_mr: row.addressMr,
  phone: row.phone ?? '',
  place: row.place ?? '',
  directions_en: row.directionsEn ?? '',
  directions_mr: row.directionsMr ?? '',
  active: row.closedAt === null ? 'yes' : 'no',
})

/** The facilitation centres as a table of the cell; a centre that a complete file leaves out closes. */
export function centreTable({
  store,
  now,
  portal,
  onApplied,
}: {
  store: DirectoryStore
  now(): Instant
  /** Has the lists by which districts are named. */
  portal: { lists?: Lists }
  onApplied(): void
}): ImportTable {
  const centre = (code: string) => store.centre(code) ?? null
  return {
    kind: 'centres',
    permission: 'settings',
    columns: columnsOf(districtReader(portal)),
    keyOf: ({ code }) => code!,
    needsSecondPerson: false,
    find(key) {
      const row = centre(key)
      return row && valuesOf(row)
    },
    page: (after) => store.centresAfter(after, 500).map(valuesOf),
    gone: (values) => (values.active === 'no' ? values : { ...values, active: 'no' }),
    check: () => (change) =>
      change.before && change.before.district !== change.after!.district
        ? { column: 'district', why: 'district-stays' }
        : null,
    apply(_actor, changes) {
      for (const { key, after } of changes) {
        const { name_en, name_mr, district, address_en, address_mr, active } = after as Record<string, string>
        const words = {
          nameEn: name_en!,
          nameMr: name_mr!,
          addressEn: address_en!,
          addressMr: address_mr!,
          phone: after!.phone || null,
          place: after!.place || null,
          directionsEn: after!.directions_en || null,
          directionsMr: after!.directions_mr || null,
          changedAt: now(),
        }
        const before = centre(key)
        const closedAt = active === 'yes' ? null : (before?.closedAt ?? now())
        if (before) store.updateCentre(key, { ...words, closedAt })
        else store.addCentre({ code: key, district: district!, region: regionOf(district!)!, ...words, closedAt })
      }
    },
    onApplied,
  }
}
