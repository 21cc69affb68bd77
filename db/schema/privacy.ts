import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/** What a candidate agreed to and took back, line by line; lines are only added. Written by `privacy`. */
export const consents = sqliteTable(
  'consents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** `notice`: read and agreed to the privacy notice; the others are optional purposes. */
    subject: text({ enum: ['notice', 'whatsapp', 'push', 'receiver'] }).notNull(),
    act: text({ enum: ['given', 'withdrawn'] }).notNull(),
    /** The version of the notice that was in force; 0 before notices had versions. */
    version: integer().notNull(),
    /** The language in which it was shown. */
    language: text({ enum: ['en', 'mr'] }).notNull(),
    at: integer().notNull(),
  },
  (t) => [index('consents_candidate').on(t.candidateId, t.id)],
)

/** What candidates ask about their data; one request of a kind may be open. Written by `privacy`. */
export const dataRequests = sqliteTable(
  'data_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    kind: text({ enum: ['correction', 'erasure', 'nomination', 'complaint'] }).notNull(),
    text: text().notNull(),
    state: text({ enum: ['open', 'done', 'refused', 'withdrawn'] }).notNull(),
    filedAt: integer().notNull(),
    /** The end of the term of the grievance officer, as it was when the request was made. */
    dueAt: integer().notNull(),
    answer: text(),
    /** What an erasure removed and kept, as JSON; null for other requests and before the answer. */
    outcome: text(),
    decidedAt: integer(),
    decidedBy: integer().references(() => staff.id),
  },
  (t) => [
    uniqueIndex('data_requests_one_open').on(t.candidateId, t.kind).where(sql`state = 'open'`),
    index('data_requests_candidate').on(t.candidateId, t.id),
    index('data_requests_state').on(t.state, t.dueAt, t.id),
  ],
)

/** Candidates whose data the desk may no longer open, or whose record is erased. Written by `privacy`. */
export const dataStates = sqliteTable(
  'data_states',
  {
    candidateId: integer()
      .primaryKey()
      .references(() => candidates.id),
    restrictedAt: integer(),
    erasedAt: integer(),
  },
  // A row closes the record to the desk, so an open record has none.
  (t) => [check('data_states_closed', sql`${t.restrictedAt} IS NOT NULL OR ${t.erasedAt} IS NOT NULL`)],
)

/** Breaches of personal data, with the notices that were sent. Texts in both languages. Written by `privacy`. */
export const breaches = sqliteTable('breaches', {
  id: integer().primaryKey({ autoIncrement: true }),
  noticedAt: integer().notNull(),
  /** One of the two at least; every other fact may follow. */
  whatEn: text(),
  whatMr: text(),
  /** How many it concerns. */
  people: integer(),
  dataEn: text(),
  dataMr: text(),
  consequencesEn: text(),
  consequencesMr: text(),
  measuresEn: text(),
  measuresMr: text(),
  stepsEn: text(),
  stepsMr: text(),
  recordedAt: integer().notNull(),
  recordedBy: integer()
    .notNull()
    .references(() => staff.id),
  certInAt: integer(),
  boardAt: integer(),
  peopleAt: integer(),
  reportAt: integer(),
})

/** The nights on which the retention erased something, while it can be brought back. Written by `privacy`. */
export const erasureNights = sqliteTable('erasure_nights', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** The portal's clock. */
  at: integer().notNull(),
  /** How many nights have passed since. Counted, because the clock may have been wrong on that night. */
  age: integer().notNull(),
})

/** What those nights erased or changed, row by row, as it was before. Written by `privacy`. */
export const erasedRows = sqliteTable(
  'erased_rows',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    nightId: integer()
      .notNull()
      .references(() => erasureNights.id),
    inTable: text().notNull(),
    /** Every column: JSON. */
    row: text().notNull(),
  },
  (t) => [index('erased_rows_night').on(t.nightId, t.id)],
)
