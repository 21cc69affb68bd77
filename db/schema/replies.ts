import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { staff } from './staff'

/** The replies that the cell keeps for its staff, in both languages. Written by `replies`. */
export const replyTemplates = sqliteTable(
  'reply_templates',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** A kind of `domain/scrutiny/replies`. */
    kind: text().notNull(),
    title: text().notNull(),
    textEn: text().notNull(),
    textMr: text().notNull(),
    changedAt: integer().notNull(),
    changedBy: integer()
      .notNull()
      .references(() => staff.id),
    /** When the cell ended it; null while staff can choose it. */
    endedAt: integer(),
  },
  (t) => [index('reply_templates_kind').on(t.kind, t.id)],
)
