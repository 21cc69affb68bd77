import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { facilitationCentres } from './directory'

/** The staff of the desk. An account is a person; it is disabled, never deleted. Written by `staff`. */
export const staff = sqliteTable('staff', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** In lower case. */
  loginName: text().notNull().unique(),
  fullName: text().notNull(),
  /** The office's address, to which an invitation goes. */
  email: text(),
  role: text({ enum: ['fc', 'sub-fc', 'so', 'institute', 'ro', 'admin'] }).notNull(),
  centre: text().references(() => facilitationCentres.code),
  region: text(),
  institute: text(),
  /** argon2id. */
  passwordHash: text().notNull(),
  /** Somebody else (an admin, the command line) set the password; nothing is open until it is changed. */
  mustChangePassword: integer({ mode: 'boolean' }).notNull(),
  /** The secret of the second factor, sealed; while `totpEnabledAt` is null it awaits its first code. */
  totpSecret: text(),
  totpEnabledAt: integer(),
  /** The time step of the last accepted code, because each code is valid once. */
  totpLastStep: integer(),
  createdAt: integer().notNull(),
  disabledAt: integer(),
})

/** Logins to the desk; only the hash of the cookie is stored. Written by `staff`. */
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
    /** The network of the login: a known one is let through when strangers are delayed. */
    network: text().notNull(),
    createdAt: integer().notNull(),
    seenAt: integer().notNull(),
    endedAt: integer(),
  },
  (t) => [index('staff_sessions_staff').on(t.staffId, t.createdAt)],
)

/**
 * Links that open an account, each once; only the hash of its token is stored. One that was neither used nor withdrawn and
 * has not ended is open. Written by `staff`.
 */
export const staffInvitations = sqliteTable(
  'staff_invitations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    /** Where it went. */
    email: text().notNull(),
    tokenHash: text().notNull().unique(),
    madeAt: integer().notNull(),
    madeBy: integer()
      .notNull()
      .references(() => staff.id),
    endsAt: integer().notNull(),
    usedAt: integer(),
    withdrawnAt: integer(),
  },
  (t) => [index('staff_invitations_staff').on(t.staffId, t.id)],
)
