import type { ImportTable } from '#server/domain/desk/imports.ts'
import {
  type CourseFee,
  facilities,
  hostels,
  type InstituteAccount,
  type InstituteFacts,
} from '#server/domain/seats/institutes.ts'
import { readPlace } from '#server/domain/seats/map.ts'
import {
  type CsvColumn,
  type CsvValues,
  readChoiceCode,
  readCount,
  readName,
  readOneOf,
  readPattern,
  readPlaceCode,
  readTelephone,
} from '#server/domain/terms/csv-table.ts'
import { emailPattern, postPattern } from '#server/domain/terms/person.ts'
import { inRupees } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { DirectoryStore, FiledTable } from './store'

/** The codes of the seat matrix: institutes and choice codes in force, or waiting to be. */
export type SeatMatrixCodes = { isInstitute(code: string): boolean; isChoiceCode(code: string): boolean }

type Deps = { store: DirectoryStore; matrix: SeatMatrixCodes; now(): Instant; onApplied(): void }

const slice = 500
const upper = (text: string) => text.toUpperCase()
const instituteCode: CsvColumn = {
  name: 'institute_code',
  isRequired: true,
  example: '6004',
  read: readPlaceCode,
}

/** Codes of facilities between spaces or commas, in the order of the rulebook. */
function readFacilities(text: string): string | null {
  const named = text.toLowerCase().split(/[\s,;]+/)
  const known = facilities.filter((facility) => named.includes(facility))
  return known.length === new Set(named).size ? known.join(' ') : null
}

const factColumns: readonly CsvColumn[] = [
  instituteCode,
  { name: 'name_mr', longest: 200, example: 'उदाहरण व्यवस्थापन संस्था, पुणे' },
  { name: 'address', longest: 300, example: 'Shivajinagar, Pune 411005' },
  { name: 'address_mr', longest: 300, example: 'शिवाजीनगर, पुणे 411005' },
  { name: 'phone', longest: 60, example: '020 25506970', ...readTelephone },
  { name: 'email', example: 'office@example.org', read: readPattern(emailPattern, (text) => text.toLowerCase()) },
  {
    name: 'website',
    example: 'https://www.example.org',
    read: readPattern('^https?://[A-Za-z0-9.-]+(?:[:/?#][^\\s<>"]*)?$'),
  },
  { name: 'hostel', example: 'both', read: readOneOf(hostels) },
  { name: 'facilities', example: 'library computers', read: readFacilities },
  { name: 'place', example: '18.5308,73.8475', read: readPlace },
  { name: 'directions_en', longest: 500, example: 'From the railway station by bus 4 to College Road' },
  { name: 'directions_mr', longest: 500, example: 'रेल्वे स्थानकापासून बस क्र. 4 ने कॉलेज रोडपर्यंत' },
]

const factValues = ({
  code,
  nameMr,
  address,
  addressMr,
  phone,
  email,
  website,
  hostel,
  facilities: offered,
  place,
  directions,
}: InstituteFacts): CsvValues => ({
  institute_code: code,
  name_mr: nameMr ?? '',
  address: address ?? '',
  address_mr: addressMr ?? '',
  phone: phone ?? '',
  email: email ?? '',
  website: website ?? '',
  hostel: hostel ?? '',
  facilities: offered.join(' '),
  place: place ?? '',
  directions_en: directions?.en ?? '',
  directions_mr: directions?.mr ?? '',
})

const accountColumns: readonly CsvColumn[] = [
  instituteCode,
  {
    name: 'account_holder',
    isRequired: true,
    longest: 120,
    example: 'Principal, Example Institute',
    ...readName(postPattern),
  },
  {
    name: 'account_number',
    isRequired: true,
    example: '000123456789',
    usualDigits: 9,
    read: readPattern('^[0-9]{6,18}$'),
  },
  { name: 'ifsc', isRequired: true, example: 'SBIN0000001', read: readPattern('^[A-Z]{4}0[A-Z0-9]{6}$', upper) },
  { name: 'bank', isRequired: true, longest: 80, example: 'Example Bank' },
  { name: 'branch', isRequired: true, longest: 80, example: 'Shivajinagar' },
]

const accountValues = ({ code, holder, number, ifsc, bank, branch }: InstituteAccount): CsvValues => ({
  institute_code: code,
  account_holder: holder,
  account_number: number,
  ifsc,
  bank,
  branch,
})

/** The highest annual fee, in rupees. */
const highestFee = 9_999_999
const feeColumns: readonly CsvColumn[] = [
  {
    name: 'choice_code',
    isRequired: true,
    example: '600424510',
    read: readChoiceCode,
  },
  { name: 'annual_fee', isRequired: true, example: '84000', read: readCount(0, highestFee) },
]
const feeValues = ({ choiceCode, annualFee }: CourseFee): CsvValues => ({
  choice_code: choiceCode,
  annual_fee: String(Math.round(inRupees(annualFee))),
})

/**
 * Institutes, their annual fees and their bank accounts as tables of the cell. Fees and accounts are money, so two
 * people put them in force. Source: rules §8.20, §13.7.
 */
export function instituteTables({ store, matrix, now, onApplied }: Deps): ImportTable[] {
  const known =
    (column: string, isKnown: (key: string) => boolean): ImportTable['check'] =>
    () =>
    ({ key, after }, isSame) =>
      isSame || !after || isKnown(key) ? null : { column, why: 'unknown' }
  const fileIn = (rows: FiledTable) => (_officer: unknown, file: number) => {
    if (!rows.isAsRead(file)) return false
    rows.write(file, now())
    return true
  }
  const common = { permission: 'settings', gone: () => null, onApplied } as const
  return [
    {
      ...common,
      kind: 'institutes',
      columns: factColumns,
      keyOf: ({ institute_code }) => institute_code!,
      needsSecondPerson: false,
      find(key) {
        const facts = store.institute(key)
        return facts ? factValues(facts) : null
      },
      page: (after) => store.institutesAfter(after, slice).map(factValues),
      check: known('institute_code', matrix.isInstitute),
      applyFile: fileIn(store.filedInstitutes),
    },
    {
      ...common,
      kind: 'course-fees',
      columns: feeColumns,
      keyOf: ({ choice_code }) => choice_code!,
      needsSecondPerson: true,
      find(key) {
        const fee = store.feesOf([key])[0]
        return fee ? feeValues(fee) : null
      },
      page: (after) => store.feesAfter(after, slice).map(feeValues),
      check: known('choice_code', matrix.isChoiceCode),
      applyFile: fileIn(store.filedFees),
    },
    {
      ...common,
      kind: 'institute-accounts',
      columns: accountColumns,
      keyOf: ({ institute_code }) => institute_code!,
      needsSecondPerson: true,
      find(key) {
        const account = store.account(key)
        return account ? accountValues(account) : null
      },
      page: (after) => store.accountsAfter(after, slice).map(accountValues),
      check: known('institute_code', matrix.isInstitute),
      applyFile: fileIn(store.filedAccounts),
    },
  ]
}
