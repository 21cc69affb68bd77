import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { courseFees, facilitationCentres, institutes } from '../../../db/schema/directory'
import type { CourseFee, Hostel, InstituteFacts } from '../../domain/seats/institutes'

export type CentreRow = typeof facilitationCentres.$inferSelect
export type DirectoryStore = ReturnType<typeof directoryStore>

/** The only writer of the directory's tables. */
export function directoryStore({ orm, sqlite }: Database) {
  const fees = sqlite.prepare<[string], CourseFee>(`
    SELECT f.choice_code AS choiceCode, f.annual_fee AS annualFee
    FROM json_each(?) wanted JOIN course_fees f ON f.choice_code = wanted.value`)
  const hostels = sqlite.prepare<[string], { code: string; hostel: Hostel }>(`
    SELECT DISTINCT i.code, i.hostel FROM json_each(?) wanted JOIN institutes i ON i.code = wanted.value
    WHERE i.hostel IS NOT NULL`)
  const centresAfter = orm
    .select()
    .from(facilitationCentres)
    .where(gt(facilitationCentres.code, sql.placeholder('after')))
    .orderBy(asc(facilitationCentres.code))
    .limit(sql.placeholder('most'))
    .prepare()
  const centre = orm
    .select()
    .from(facilitationCentres)
    .where(eq(facilitationCentres.code, sql.placeholder('code')))
    .prepare()
  const allFees = sqlite.prepare<[], CourseFee>(
    'SELECT choice_code AS choiceCode, annual_fee AS annualFee FROM course_fees ORDER BY choice_code',
  )
  return {
    centres: (): CentreRow[] => orm.select().from(facilitationCentres).orderBy(asc(facilitationCentres.code)).all(),
    centre: (code: string): CentreRow | undefined => centre.get({ code }),
    /** The next centres by code. */
    centresAfter: (after: string, most: number): CentreRow[] => centresAfter.all({ after, most }),
    addCentre: (row: CentreRow) => void orm.insert(facilitationCentres).values(row).run(),
    updateCentre: (code: string, change: Partial<Omit<CentreRow, 'code' | 'district' | 'region'>>) =>
      void orm.update(facilitationCentres).set(change).where(eq(facilitationCentres.code, code)).run(),

    /** All institutes with facts, by code. */
    institutes: (): InstituteFacts[] =>
      orm.select().from(institutes).orderBy(asc(institutes.code)).all() as InstituteFacts[],
    institute: (code: string): InstituteFacts | undefined =>
      orm.select().from(institutes).where(eq(institutes.code, code)).get() as InstituteFacts | undefined,
    /** Adds an institute or replaces its facts. */
    putInstitute: ({ code, ...facts }: InstituteFacts) =>
      void orm
        .insert(institutes)
        .values({ code, ...facts })
        .onConflictDoUpdate({ target: institutes.code, set: facts })
        .run(),

    /** The annual fees of these choice codes, where they are known. */
    feesOf: (choiceCodes: readonly string[]): CourseFee[] => fees.all(JSON.stringify(choiceCodes)),
    /** The hostels of these institutes, where they are known. */
    hostelsOf: (codes: readonly string[]) => hostels.all(JSON.stringify(codes)),
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
