import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { staff } from './staff'

/** The officer who checks a form, and the one who holds it now. Written by `scrutiny`. */
export const scrutinies = sqliteTable(
  'scrutinies',
  {
    candidateId: integer()
      .primaryKey()
      .references(() => candidates.id),
    /** Assigned at submission; null if there was no officer. */
    officerId: integer().references(() => staff.id),
    /** The officer who picked the form up; nobody else may judge it. */
    heldBy: integer().references(() => staff.id),
    /** When the holder picked it up or took it over. */
    heldSince: integer(),
  },
  (t) => [index('scrutinies_officer').on(t.officerId), index('scrutinies_holder').on(t.heldBy)],
)

/** An officer's finding about one fact of one submitted version. Written by `scrutiny`. */
export const scrutinyFindings = sqliteTable(
  'scrutiny_findings',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** The submitted version that was checked. */
    version: integer().notNull(),
    /** A fact of `domain/scrutiny`. */
    fact: text().notNull(),
    isAccepted: integer({ mode: 'boolean' }).notNull(),
    /** A code of the list of reasons; null if the fact is accepted. */
    reason: text(),
    /** The document that the reason concerns; null if it concerns an answer. */
    document: text(),
    /** In the officer's words; empty if there is nothing to add. */
    expected: text().notNull().default(''),
    found: text().notNull().default(''),
    officerId: integer()
      .notNull()
      .references(() => staff.id),
    at: integer().notNull(),
    /** When the candidate was notified; null while the officer is still checking. */
    toldAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.version, t.fact] })],
)

/** The documents that an officer has opened while checking a form. Written by `scrutiny`. */
export const scrutinyLooks = sqliteTable(
  'scrutiny_looks',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    officerId: integer()
      .notNull()
      .references(() => staff.id),
    /** The kind of the document. */
    document: text().notNull(),
    /** The upload that was shown: a newer one has to be opened again. */
    uploadedAt: integer().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.officerId, t.document, t.uploadedAt] })],
)

/** How an officer ended the scrutiny of one submitted version. Written by `scrutiny`. */
export const scrutinyJudgements = sqliteTable(
  'scrutiny_judgements',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    version: integer().notNull(),
    officerId: integer()
      .notNull()
      .references(() => staff.id),
    begunAt: integer().notNull(),
    finishedAt: integer().notNull(),
    /** The form went back to the candidate; else it was confirmed. */
    isReturned: integer({ mode: 'boolean' }).notNull(),
    /** The number of documents that prove the facts and that the officer did not open. */
    unopened: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.candidateId, t.version] }),
    index('scrutiny_judgements_officer').on(t.officerId, t.finishedAt),
    index('scrutiny_judgements_finished').on(t.finishedAt),
  ],
)

/** Days on which an officer gets no new forms. Written by `scrutiny`. */
export const officerLeaves = sqliteTable(
  'officer_leaves',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    staffId: integer()
      .notNull()
      .references(() => staff.id),
    /** Civil days in India, both included: `2024-08-14`. */
    firstDay: text().notNull(),
    lastDay: text().notNull(),
    notedBy: integer()
      .notNull()
      .references(() => staff.id),
    notedAt: integer().notNull(),
    /** When the entry was taken back; null while it counts. */
    endedAt: integer(),
  },
  (t) => [index('officer_leaves_staff').on(t.staffId)],
)

/** The secret by which forms are drawn for a second reading: one row, never changed. Written by `second-readings`. */
export const secondReadingSeed = sqliteTable('second_reading_seed', {
  /** 32 random bytes in hex; their SHA-256 is in the audit log from the day on which they were made. */
  seed: text().primaryKey(),
  madeAt: integer().notNull(),
})

/** A confirmed form that was drawn to be read again by another officer. Written by `second-readings`. */
export const secondReadings = sqliteTable(
  'second_readings',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** The version that was confirmed. */
    version: integer().notNull(),
    /** Who confirmed it. */
    firstId: integer()
      .notNull()
      .references(() => staff.id),
    /** The centre that confirmed it; null for e-scrutiny. */
    centre: text(),
    confirmedAt: integer().notNull(),
    /** The lot and the share, in percent, by which it was drawn. */
    lot: integer().notNull(),
    share: integer().notNull(),
    /** The officer who reads it. */
    readerId: integer().references(() => staff.id),
    takenAt: integer(),
    finishedAt: integer(),
    /** The number of facts on which the reader disagrees; null until finished. */
    disagreed: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.candidateId, t.version] }),
    index('second_readings_first').on(t.firstId, t.finishedAt),
    index('second_readings_waiting').on(t.finishedAt, t.confirmedAt),
  ],
)

/** The second reader's verdict on one fact. Written by `second-readings`. */
export const secondFindings = sqliteTable(
  'second_findings',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    version: integer().notNull(),
    fact: text().notNull(),
    isAccepted: integer({ mode: 'boolean' }).notNull(),
    reason: text(),
    expected: text().notNull().default(''),
    found: text().notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.version, t.fact] })],
)
