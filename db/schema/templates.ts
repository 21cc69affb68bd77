import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { staff } from './staff'

/**
 * What the cell has put in place of a message's own words: of each template the newest version counts, for what is
 * written from then on. A row is never changed. Written by `templates`.
 */
export const templateVersions = sqliteTable(
  'template_versions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    template: text().notNull(),
    /** Texts by part and language, and the provider's ids: JSON; null: back to the template's own words. */
    wording: text(),
    /** The portal's clock. */
    madeAt: integer().notNull(),
    madeBy: integer()
      .notNull()
      .references(() => staff.id),
  },
  (t) => [index('template_versions_template').on(t.template, t.id)],
)
