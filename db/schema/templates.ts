import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { staff } from './staff'

/**
 * The cell's replacements for a message's own text: for each template the newest version applies to messages written
 * from then on. A row never changes. Written by `templates`.
 */
export const templateVersions = sqliteTable(
  'template_versions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    template: text().notNull(),
    /** Texts by part and language, and the provider's ids: JSON; null: back to the template's own text. */
    wording: text(),
    /** The portal's clock. */
    madeAt: integer().notNull(),
    madeBy: integer()
      .notNull()
      .references(() => staff.id),
  },
  (t) => [index('template_versions_template').on(t.template, t.id)],
)
