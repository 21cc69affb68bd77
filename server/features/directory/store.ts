import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { facilitationCentres } from '../../../db/schema/directory'

export type CentreRow = typeof facilitationCentres.$inferSelect
export type DirectoryStore = ReturnType<typeof directoryStore>

/** The only writer of the directory's tables. */
export function directoryStore({ orm }: Database) {
  return {
    centres: (): CentreRow[] => orm.select().from(facilitationCentres).orderBy(asc(facilitationCentres.code)).all(),
    centre: (code: string): CentreRow | undefined =>
      orm.select().from(facilitationCentres).where(eq(facilitationCentres.code, code)).get(),
    addCentre: (row: CentreRow) => void orm.insert(facilitationCentres).values(row).run(),
    updateCentre: (code: string, change: Partial<Omit<CentreRow, 'code' | 'district' | 'region'>>) =>
      void orm.update(facilitationCentres).set(change).where(eq(facilitationCentres.code, code)).run(),
  }
}
