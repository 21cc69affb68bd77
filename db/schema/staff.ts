import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { facilitationCentres } from './directory'

/** Who works at the desk. An account is a person; it is disabled, never deleted. Written by `staff`. */
export const staff = sqliteTable('staff', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** In lower case. */
  loginName: text().notNull().unique(),
  fullName: text().notNull(),
  role: text({ enum: ['fc', 'sub-fc', 'so', 'institute', 'ro', 'admin'] }).notNull(),
  centre: text().references(() => facilitationCentres.code),
  region: text(),
  institute: text(),
  /** argon2id. */
  passwordHash: text().notNull(),
  /** The password is somebody else's choice (an admin's, the command line's): nothing is open before it is changed. */
  mustChangePassword: integer({ mode: 'boolean' }).notNull(),
  /** The secret of the second factor, sealed; while `totpEnabledAt` is null it waits for its first code. */
  totpSecret: text(),
  totpEnabledAt: integer(),
  /** The time step of the last code that was taken: a code serves once. */
  totpLastStep: integer(),
  createdAt: integer().notNull(),
  disabledAt: integer(),
})

/** Logins to the desk; the cookie is kept as a hash. Written by `staff`. */
export const staffSessions = sqliteTable(
  'staff_sessions',
  {
    id: integer().primaryKey(),
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    cookieHash: text().notNull().unique(),
    csrf: text().notNull(),
    device: text().notNull(),
    /** The network that it was opened from: a known one is let through where strangers are held back. */
    network: text().notNull(),
    createdAt: integer().notNull(),
    seenAt: integer().notNull(),
    endedAt: integer(),
  },
  (t) => [index('staff_sessions_staff').on(t.staffId, t.createdAt)],
)
