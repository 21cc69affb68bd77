import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Entries of the lists of the application that the cell has added or changed; the others are as they are shipped. An
 * entry is never removed: it ends. Days are civil days in India, null for no bound. Written by `vocabularies`.
 */
export const vocabularyEntries = sqliteTable(
  'vocabulary_entries',
  {
    list: text().notNull(),
    code: text().notNull(),
    group: text(),
    nameEn: text().notNull(),
    nameMr: text().notNull(),
    firstDay: text(),
    lastDay: text(),
  },
  (t) => [primaryKey({ columns: [t.list, t.code] })],
)
