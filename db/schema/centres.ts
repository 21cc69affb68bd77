import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { facilitationCentres } from './directory'
import { staff } from './staff'

/** The hours and capacity of a centre's slots. Written by `centres`. */
export const centreSlots = sqliteTable(
  'centre_slots',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    centre: text()
      .notNull()
      .references(() => facilitationCentres.code),
    startsAt: integer().notNull(),
    endsAt: integer().notNull(),
    capacity: integer().notNull(),
  },
  (t) => [uniqueIndex('centre_slots_start').on(t.centre, t.startsAt)],
)

/** A candidate's slot at a centre; a changed or cancelled one is ended but kept. Written by `centres`. */
export const appointments = sqliteTable(
  'appointments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    slotId: integer()
      .notNull()
      .references(() => centreSlots.id),
    bookedAt: integer().notNull(),
    endedAt: integer(),
    /** The candidate came, or did not, as marked by the centre. */
    arrivedAt: integer(),
    missedAt: integer(),
    /**
     * Until when, by the machine's clock, the centre's staff may change the form for the candidate, who allowed it by
     * OTP.
     */
    editableUntil: integer(),
    editableBy: integer().references(() => staff.id),
  },
  (t) => [
    uniqueIndex('appointments_current').on(t.candidateId).where(sql`ended_at IS NULL`),
    index('appointments_slot').on(t.slotId).where(sql`ended_at IS NULL`),
  ],
)
