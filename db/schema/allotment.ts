import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { meritEditions } from './merit-lists'
import { releaseColumns } from './release'
import { seatMatrixEditions } from './seat-matrix'

/**
 * One run of the allotment of a round. Its dossier is in the portal's folder under its hash. Written by `allotment`.
 */
export const allotmentRuns = sqliteTable(
  'allotment_runs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    round: integer().notNull(),
    meritEditionId: integer()
      .notNull()
      .references(() => meritEditions.id),
    seatMatrixEditionId: integer()
      .notNull()
      .references(() => seatMatrixEditions.id),
    ...releaseColumns,
    /** When the verifier passed it; a run without this cannot be released. */
    verifiedAt: integer(),
    /** The instant of publication in the schedule at the time of release; the job uses the current schedule. */
    publishAt: integer(),
    publishedAt: integer(),
    /** sha-256 of input and result, hexadecimal. */
    inputHash: text(),
    resultHash: text(),
    /** The numbers of allotted candidates and vacant seats; JSON. */
    summary: text().notNull().default('{}'),
  },
  (t) => [uniqueIndex('allotment_runs_published').on(t.round).where(sql`state = 'published'`)],
)

/** The allotted seats of a run. Written by `allotment`. */
export const allotments = sqliteTable(
  'allotments',
  {
    runId: integer()
      .notNull()
      .references(() => allotmentRuns.id),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    choiceCode: text().notNull(),
    seatType: text().notNull(),
    /** The seat's type in the matrix, if it was converted. */
    originalType: text(),
    /** Null: a retained seat that the list does not name. */
    preference: integer(),
    stage: text().notNull(),
    retained: integer({ mode: 'boolean' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.candidateId] }),
    index('allotments_candidate').on(t.candidateId, t.runId),
    index('allotments_pool').on(t.runId, t.choiceCode, t.seatType),
  ],
)

/** The largest merit number that a run admitted to a pool, on the pool's own list. Written by `allotment`. */
export const allotmentClosings = sqliteTable(
  'allotment_closings',
  {
    runId: integer()
      .notNull()
      .references(() => allotmentRuns.id),
    choiceCode: text().notNull(),
    seatType: text().notNull(),
    merit: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.choiceCode, t.seatType] })],
)

/** The seats that a run left vacant, by their original type; no zeros. Written by `allotment`. */
export const allotmentVacancies = sqliteTable(
  'allotment_vacancies',
  {
    runId: integer()
      .notNull()
      .references(() => allotmentRuns.id),
    choiceCode: text().notNull(),
    seatType: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.choiceCode, t.seatType] })],
)

/** Occupied seats that a run converted, from their original to their final type. Written by `allotment`. */
export const allotmentConversions = sqliteTable(
  'allotment_conversions',
  {
    runId: integer()
      .notNull()
      .references(() => allotmentRuns.id),
    choiceCode: text().notNull(),
    from: text().notNull(),
    to: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.choiceCode, t.from, t.to] })],
)

/** The progress of notifying the candidates of a published run, in batches. Written by `allotment`. */
export const allotmentTellings = sqliteTable('allotment_tellings', {
  runId: integer()
    .primaryKey()
    .references(() => allotmentRuns.id),
  /** The last candidate notified; candidates are notified in the order of their ids. */
  toldUpTo: integer().notNull().default(0),
  finishedAt: integer(),
})
