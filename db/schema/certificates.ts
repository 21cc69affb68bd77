import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/**
 * Certificates handed in beside the form, and the staff's verdicts: CGPA conversion, certificates awaited. Written by
 * `certificates`.
 */
export const certificates = sqliteTable(
  'certificates',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    kind: text().notNull(),
    /** Marks on the certificate, as typed; null if it states none. */
    cgpa: text(),
    scale: text(),
    percentage: text(),
    /** sha-256 of the stored bytes, hexadecimal. */
    hash: text().notNull(),
    mediaType: text().notNull(),
    bytes: integer().notNull(),
    pages: integer().notNull(),
    originalName: text().notNull(),
    uploadedAt: integer().notNull(),
    /** When another one replaced it. */
    supersededAt: integer(),
    verdict: text({ enum: ['verified', 'rejected'] }),
    decidedAt: integer(),
    decidedBy: integer().references(() => staff.id),
    /** Why it was rejected, in the officer's words. */
    remark: text(),
  },
  (t) => [
    uniqueIndex('certificates_current').on(t.candidateId, t.kind).where(sql`superseded_at IS NULL`),
    index('certificates_waiting').on(t.uploadedAt).where(sql`superseded_at IS NULL AND verdict IS NULL`),
    index('certificates_hash').on(t.hash),
  ],
)

/** Claims lost because their certificate did not come in time or was not accepted. Written by `certificates`. */
export const unfulfilledClaims = sqliteTable(
  'unfulfilled_claims',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    kind: text().notNull(),
    claim: text().notNull(),
    /** Nothing was handed in, or it was rejected. */
    status: text({ enum: ['wanted', 'rejected'] }).notNull(),
    removedAt: integer().notNull(),
    /** What became of the seat that was won on the claim; null if there was none. */
    seat: text({ enum: ['released', 'institute', 'kept'] }),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.kind] })],
)
