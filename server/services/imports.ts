import { createImports } from '#server/features/desk/imports/service.ts'
import { importsStore } from '#server/features/desk/imports/store.ts'
import type { DeskWing } from './desk'
import type { Ground } from './ground'
import type { SeatsWing } from './seats'

/** The tables that the cell reads from files; each feature brings its own. */
export function openImports(
  ground: Ground,
  { centres, staff }: DeskWing,
  { jkSeats, pastSeasons, seatMatrix }: SeatsWing,
) {
  const { db, clock, audit, releases, directory, vocabularies, pause } = ground
  return createImports({
    db,
    store: importsStore(db),
    clock,
    record: audit.record,
    releases,
    tables: [
      ...directory.tables(seatMatrix),
      staff.table,
      centres.table,
      ...jkSeats.tables,
      pastSeasons.table,
      vocabularies.table,
    ],
    pause,
  })
}
