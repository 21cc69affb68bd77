import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { releaseColumns } from './release'
import { staff } from './staff'

/**
 * Accounts that an admin created, reset, enabled again or moved. Changing an admin's account waits for another admin. Rows in
 * force show which admins handled an account, and so which accounts count as one person. Written by `staff`.
 */
export const staffChanges = sqliteTable(
  'staff_changes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['create', 'reset-password', 'reset-second-factor', 'enable', 'edit'] }).notNull(),
    /** Null until the account is created. */
    staffId: integer().references(() => staff.id),
    loginName: text().notNull(),
    fullName: text().notNull(),
    /** For `edit`, while it waits: the new role and place, as JSON. */
    person: text(),
    ...releaseColumns,
  },
  (t) => [
    index('staff_changes_state').on(t.state, t.decidedAt),
    index('staff_changes_staff').on(t.staffId, t.decidedAt),
  ],
)
