import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/**
 * Uploaded files: photograph, signature, certificates. The bytes are in the portal's folder under their hash. Written
 * by `documents`.
 */
export const documents = sqliteTable(
  'documents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** `photo`, `signature` or a document kind. */
    kind: text().notNull(),
    /** sha-256 of the stored bytes, hexadecimal. */
    hash: text().notNull(),
    mediaType: text().notNull(),
    bytes: integer().notNull(),
    /** Pages of a PDF; 1 for a picture. */
    pages: integer().notNull(),
    /** The name on the device, shown only to the candidate. */
    originalName: text().notNull(),
    uploadedAt: integer().notNull(),
    /** When it was replaced or removed; kept, because submitted versions refer to it. */
    supersededAt: integer(),
  },
  (t) => [
    uniqueIndex('documents_current').on(t.candidateId, t.kind).where(sql`superseded_at IS NULL`),
    index('documents_hash').on(t.hash),
    index('documents_superseded').on(t.supersededAt).where(sql`superseded_at IS NOT NULL`),
  ],
)
