import type { EntryChange, ImportTable } from '#server/domain/desk/imports.ts'
import {
  type CsvColumn,
  type CsvLineDoubt,
  type CsvValues,
  readName,
  readOneOf,
  readPattern,
  readPlaceCode,
  readSwitch,
} from '#server/domain/terms/csv-table.ts'
import { emailPattern, postPattern, tidyEmail } from '#server/domain/terms/person.ts'
import { type Region, regions } from '#server/domain/terms/regions.ts'
import {
  loginNamePattern,
  needsAnotherAdmin,
  type StaffMember,
  type StaffRole,
  staffRoles,
} from '#server/domain/terms/staff.ts'
import type { AccountWriter } from './account-writer'
import type { NewStaff } from './schema'
import type { StaffRow, StaffStore } from './store'

const columns: readonly CsvColumn[] = [
  {
    name: 'login_name',
    isRequired: true,
    longest: 32,
    example: 'so.pune.1',
    read: readPattern(loginNamePattern, (text) => text.toLowerCase()),
  },
  { name: 'full_name', isRequired: true, longest: 100, example: 'Meera Joshi', ...readName(postPattern) },
  { name: 'role', isRequired: true, example: 'so', read: readOneOf(staffRoles) },
  { name: 'centre', example: 'FC02', read: readPlaceCode },
  { name: 'region', example: 'pune', read: readOneOf(regions) },
  { name: 'institute', example: '6004', read: readPlaceCode },
  { name: 'email', longest: 254, example: 'office@polytechnic.example', read: readPattern(emailPattern, tidyEmail) },
  { name: 'active', isRequired: true, example: 'yes', read: readSwitch },
]

const valuesOf = (row: StaffRow): CsvValues => ({
  login_name: row.loginName,
  full_name: row.fullName,
  role: row.role,
  centre: row.centre ?? '',
  region: row.region ?? '',
  institute: row.institute ?? '',
  email: row.email ?? '',
  active: row.disabledAt === null ? 'yes' : 'no',
})

const personOf = ({ login_name, full_name, role, centre, region, institute, email }: CsvValues): NewStaff => ({
  loginName: login_name!,
  fullName: full_name!,
  role: role as StaffRole,
  centre: centre || undefined,
  region: (region || undefined) as Region | undefined,
  institute: institute || undefined,
  email: email || undefined,
})

/**
 * The staff as a table of the cell: an account that a complete file leaves out ends. Accounts of admins cannot change
 * in it, because each such change needs another admin. Source: rules §13.4, §13.7.
 */
export function staffTable({ store, writer }: { store: StaffStore; writer: AccountWriter }): ImportTable {
  /** What is wrong with an entry that changes. */
  function doubtOf(actor: StaffMember, { key, before, after }: EntryChange): CsvLineDoubt | null {
    if (key === actor.loginName) return { column: 'login_name', why: 'own-account' }
    if ([before, after].some((values) => values && needsAnotherAdmin(values.role as StaffRole)))
      return { column: 'role', why: 'admin-account' }
    const person = personOf(after!)
    const kept = writer.scopeOf(person)
    for (const place of ['centre', 'region', 'institute'] as const)
      if (after![place] && !kept[place]) return { column: place, why: 'place-unused' }
    // An account that ends may be of a place that does not exist any more.
    if (after!.active === 'no' && before) return null
    const faulty = writer.faultyScope(person)
    return faulty && { column: faulty.field, why: faulty.code.endsWith('unknown') ? 'unknown' : 'required' }
  }

  return {
    kind: 'staff',
    permission: 'staff',
    columns,
    keyOf: ({ login_name }) => login_name!,
    needsSecondPerson: false,
    find(key) {
      const row = store.byLoginName(key)
      return row ? valuesOf(row) : null
    },
    page: (after) => store.after(after, 500).map(valuesOf),
    gone: (values) =>
      values.active === 'no' || needsAnotherAdmin(values.role as StaffRole) ? values : { ...values, active: 'no' },
    check: (actor) => (change, isSame) => (isSame ? null : doubtOf(actor, change)),
    applyFile: writer.applyFile,
  }
}
