import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { staff } from './staff'

/** Alarms of which the cell was told by e-mail, so that it is told once. Written by `waiting`. */
export const cellAlarms = sqliteTable('cell_alarms', {
  /** The alarm in full: another fault or another instant is another alarm. */
  alarm: text().primaryKey(),
  toldAt: integer().notNull(),
})

/** The views of the desk's lists that a member of staff saved. Written by `saved-views`. */
export const deskViews = sqliteTable(
  'desk_views',
  {
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    list: text().notNull(),
    name: text().notNull(),
    /** The part of the address after the question mark, by the names of the list's own fields. */
    search: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.staffId, t.list, t.name] })],
)
