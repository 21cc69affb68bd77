import { asc, eq, gt } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { filedRows, orNull } from '#db/filed-rows.ts'
import { courseFees, facilitationCentres, instituteAccounts, institutes } from '#db/schema/directory.ts'
import type { CourseFee, InstituteAccount, InstituteFacts, Site } from '#server/domain/seats/institutes.ts'
import type { Place } from '#server/domain/seats/map.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import { plainName } from '#server/kernel/names.ts'

export type CentreRow = typeof facilitationCentres.$inferSelect
type InstituteRow = typeof institutes.$inferSelect
export type DirectoryStore = ReturnType<typeof directoryStore>
export type FiledTable = ReturnType<typeof filedRows>

/** The only writer of the directory's tables. */
export function directoryStore(db: Database) {
  const { orm, sqlite, remembered } = db
  const fees = sqlite.prepare<[string], CourseFee>(`
    SELECT f.choice_code AS choiceCode, f.annual_fee AS annualFee
    FROM json_each(?) wanted JOIN course_fees f ON f.choice_code = wanted.value`)
  const sites = sqlite.prepare<[string], { code: string } & Site>(`
    SELECT DISTINCT i.code, i.hostel, i.place FROM json_each(?) wanted JOIN institutes i ON i.code = wanted.value`)
  const allFees = sqlite.prepare<[], CourseFee>(
    'SELECT choice_code AS choiceCode, annual_fee AS annualFee FROM course_fees ORDER BY choice_code',
  )
  const namesVersion = sqlite
    .prepare<[], string>(
      `SELECT (SELECT count(*) || ' ' || coalesce(max(id), 0) FROM seat_matrix_editions WHERE state = 'published') || ' ' ||
         (SELECT count(name_mr) || ' ' || coalesce(max(changed_at), 0) FROM institutes)`,
    )
    .pluck()
  const named = sqlite.prepare<[], { en: string; mr: string }>(
    `SELECT DISTINCT c.institute AS en, i.name_mr AS mr
     FROM institutes i CROSS JOIN seat_matrix_courses c ON c.institute_code = i.code
     JOIN seat_matrix_editions e ON e.id = c.edition_id AND e.state = 'published'
     WHERE i.name_mr IS NOT NULL`,
  )
  let names: { version: string; byName: ReadonlyMap<string, string> } | null = null
  const currentVersion = remembered(() => namesVersion.get()!)
  const institute = readingInstitutes(db)
  const { filedInstitutes, ...filed } = filedTables(db)
  return {
    ...filed,
    filedInstitutes: {
      ...filedInstitutes,
      write(file: number, now: number): void {
        filedInstitutes.write(file, now)
        names = null
      },
    },
    centres: (): CentreRow[] => orm.select().from(facilitationCentres).orderBy(asc(facilitationCentres.code)).all(),
    centre: (code: string): CentreRow | undefined =>
      orm.select().from(facilitationCentres).where(eq(facilitationCentres.code, code)).get(),
    /** The next centres by code. */
    centresAfter: (after: string, most: number): CentreRow[] =>
      orm
        .select()
        .from(facilitationCentres)
        .where(gt(facilitationCentres.code, after))
        .orderBy(asc(facilitationCentres.code))
        .limit(most)
        .all(),
    addCentre: (row: CentreRow) => void orm.insert(facilitationCentres).values(row).run(),
    updateCentre: (code: string, change: Partial<Omit<CentreRow, 'code' | 'district' | 'region'>>) =>
      void orm.update(facilitationCentres).set(change).where(eq(facilitationCentres.code, code)).run(),

    /**
     * The Marathi names of institutes by the plain form of their names in a published seat matrix; the same map until one
     * changes. A name that two institutes share has none.
     */
    marathiNames(): ReadonlyMap<string, string> {
      const version = currentVersion(null)
      if (names?.version !== version) {
        const byName = new Map<string, string>()
        const shared = new Set<string>()
        for (const { en, mr } of named.all()) {
          const key = plainName(en)
          if ((byName.get(key) ?? mr) !== mr) shared.add(key)
          byName.set(key, mr)
        }
        for (const key of shared) byName.delete(key)
        names = { version, byName }
      }
      return names.byName
    },
    /** All institutes with facts, by code. */
    institutes: (): InstituteFacts[] => orm.select().from(institutes).orderBy(asc(institutes.code)).all().map(factsOf),
    institute(code: string): InstituteFacts | undefined {
      const row = institute(code)
      return row && factsOf(row)
    },
    /** When the facts of an institute were last changed; null if that is not known. */
    instituteChangedAt: (code: string): number | null => institute(code)?.changedAt ?? null,
    /** The next institutes with facts, by code. */
    institutesAfter: (after: string, most: number): InstituteFacts[] =>
      orm
        .select()
        .from(institutes)
        .where(gt(institutes.code, after))
        .orderBy(asc(institutes.code))
        .limit(most)
        .all()
        .map(factsOf),
    /** Adds an institute or replaces its facts. */
    putInstitute({ directions, ...facts }: InstituteFacts, changedAt: number): void {
      const row = { ...facts, directionsEn: directions?.en ?? null, directionsMr: directions?.mr ?? null, changedAt }
      orm.insert(institutes).values(row).onConflictDoUpdate({ target: institutes.code, set: row }).run()
      names = null
    },

    /** The bank account of an institute. */
    account: (code: string): InstituteAccount | undefined =>
      orm.select().from(instituteAccounts).where(eq(instituteAccounts.code, code)).get(),
    /** The next accounts by code. */
    accountsAfter: (after: string, most: number): InstituteAccount[] =>
      orm
        .select()
        .from(instituteAccounts)
        .where(gt(instituteAccounts.code, after))
        .orderBy(asc(instituteAccounts.code))
        .limit(most)
        .all(),

    /** The annual fees of these choice codes, where they are known. */
    feesOf: (choiceCodes: readonly string[]): CourseFee[] => fees.all(JSON.stringify(choiceCodes)),
    /** The hostels and places of these institutes. */
    sitesOf: (codes: readonly string[]) => sites.all(JSON.stringify(codes)),
    /** The next annual fees by choice code. */
    feesAfter: (after: string, most: number): CourseFee[] =>
      orm
        .select()
        .from(courseFees)
        .where(gt(courseFees.choiceCode, after))
        .orderBy(asc(courseFees.choiceCode))
        .limit(most)
        .all(),
    /** All annual fees, by choice code. */
    fees: (): CourseFee[] => allFees.all(),
    putFee: ({ choiceCode, annualFee }: CourseFee) =>
      void orm
        .insert(courseFees)
        .values({ choiceCode, annualFee })
        .onConflictDoUpdate({ target: courseFees.choiceCode, set: { annualFee } })
        .run(),
  }
}

/** Reads an institute by its code. */
function readingInstitutes({ sqlite }: Database) {
  const byCode = sqlite.prepare<[string], Omit<InstituteRow, 'facilities'> & { facilities: string }>(
    `SELECT code, name_mr AS nameMr, address, address_mr AS addressMr, phone, email, website, hostel, place,
       directions_en AS directionsEn, directions_mr AS directionsMr, changed_at AS changedAt, facilities
     FROM institutes WHERE code = ?`,
  )
  return (code: string): InstituteRow | undefined => {
    const row = byCode.get(code)
    return row && { ...row, facilities: JSON.parse(row.facilities) }
  }
}

/** What the cell keeps about institutes in files. */
function filedTables(db: Database) {
  type Cell = (name: string) => string
  const text = (name: string) => ({ read: (cell: Cell) => cell(name) })
  const textOrNull = (name: string) => ({ read: (cell: Cell) => orNull(cell(name)) })
  const directions = (first: string, other: string) => ({
    read: (cell: Cell) => `coalesce(${orNull(cell(first))}, ${orNull(cell(other))})`,
    held: `coalesce(t.${first}, t.${other})`,
  })
  return {
    filedInstitutes: filedRows(db, {
      table: 'institutes',
      key: 'code',
      columns: {
        name_mr: textOrNull('name_mr'),
        address: textOrNull('address'),
        address_mr: textOrNull('address_mr'),
        phone: textOrNull('phone'),
        email: textOrNull('email'),
        website: textOrNull('website'),
        hostel: textOrNull('hostel'),
        place: textOrNull('place'),
        directions_en: directions('directions_en', 'directions_mr'),
        directions_mr: directions('directions_mr', 'directions_en'),
        facilities: {
          read: (cell) => {
            const codes = cell('facilities')
            return `iif(${codes} = '', '[]', '["' || replace(${codes}, ' ', '","') || '"]')`
          },
        },
      },
      onAdd: { changed_at: '@now' },
      onChange: { changed_at: '@now' },
    }),
    filedAccounts: filedRows(db, {
      table: 'institute_accounts',
      key: 'code',
      columns: {
        holder: text('account_holder'),
        number: text('account_number'),
        ifsc: text('ifsc'),
        bank: text('bank'),
        branch: text('branch'),
      },
    }),
    filedFees: filedRows(db, {
      table: 'course_fees',
      key: 'choice_code',
      // The file has rupees.
      columns: { annual_fee: { read: (cell) => `100 * CAST(${cell('annual_fee')} AS INTEGER)` } },
    }),
  }
}

const factsOf = ({ directionsEn, directionsMr, changedAt: _, ...row }: InstituteRow): InstituteFacts => ({
  ...(row as Omit<InstituteFacts, 'place' | 'directions'>),
  place: row.place as Place | null,
  directions: inBoth(directionsEn, directionsMr),
})

/** A text that may be missing in one language or in both; the other language then stands in. */
export const inBoth = (en: string | null, mr: string | null): Bilingual | null =>
  en === null && mr === null ? null : { en: (en ?? mr)!, mr: (mr ?? en)! }
