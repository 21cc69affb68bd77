import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { releaseColumns } from './release'
import { staff } from './staff'

/**
 * Accounts that an admin created, reset or enabled again. Changing an admin's account waits for another admin. Rows in
 * force show which admins handled an account, and so which accounts count as one person. Written by `staff`.
 */
export const staffChanges = sqliteTable(
  'staff_changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['create', 'reset-password', 'reset-second-factor', 'enable'] }).notNull(),
    /** Null until the account is created. */
    staffId: integer().references(() => staff.id),
    loginName: text().notNull(),
    fullName: text().notNull(),
    ...releaseColumns,
  },
  (t) => [index('staff_changes_state').on(t.state, t.decidedAt)],
)
