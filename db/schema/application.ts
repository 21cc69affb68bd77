import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** The facts of one candidate's application; every status is computed from them. Written by `application`. */
export const applications = sqliteTable(
  'applications',
  {
    candidateId: integer()
      .primaryKey()
      .references(() => candidates.id),
    /** 1 e-scrutiny, 2 at a facilitation centre, 0 until chosen. */
    mode: integer().notNull().default(0),
    submittedAt: integer(),
    /** An officer has taken the form up: from now on the candidate cannot unlock it. */
    pickedUpAt: integer(),
    /** Scrutiny sent the form back; cleared by the next submission. */
    revertedAt: integer(),
    /** Bit n is set while step n is to be corrected after scrutiny sent the form back. */
    stepsToCorrect: integer().notNull().default(0),
    confirmedAt: integer(),
    /** When scrutiny sent the form back the last time; stays after the next submission. */
    lastRevertedAt: integer(),
    /** Paise that fell due because scrutiny removed a claim; paid or not. */
    convertFee: integer().notNull().default(0),
    /** What the newest version claims, so that queues are looked through by it: null before the first. */
    claimedType: text(),
    claimedCategory: text(),
    /** The queue of e-scrutiny that follows from the facts above; SQLite computes it, the index keeps it. */
    queue: text().generatedAlwaysAs(
      sql`CASE
      WHEN mode <> 1 OR submitted_at IS NULL THEN NULL
      WHEN confirmed_at IS NOT NULL THEN 'confirmed'
      WHEN reverted_at IS NOT NULL THEN 'reverted'
      WHEN picked_up_at IS NOT NULL THEN 'picked-up'
      WHEN last_reverted_at IS NOT NULL THEN 'resubmitted'
      ELSE 'new' END`,
      { mode: 'virtual' },
    ),
  },
  (t) => [
    index('applications_queue').on(t.queue, t.submittedAt, t.candidateId),
    index('applications_queue_type').on(t.queue, t.claimedType, t.submittedAt, t.candidateId),
    index('applications_queue_category').on(t.queue, t.claimedCategory, t.submittedAt, t.candidateId),
    index('applications_queue_claims').on(t.queue, t.claimedType, t.claimedCategory, t.submittedAt, t.candidateId),
  ],
)

/** One saved step of an application. */
export const applicationSteps = sqliteTable(
  'application_steps',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    step: integer().notNull(),
    /** Grows with every save; a save that names an older one is refused. */
    version: integer().notNull(),
    /** The answers as JSON, by question; `{}` for steps without questions. */
    answers: text().notNull().default('{}'),
    savedAt: integer(),
    /** Null while the step is open again because an earlier answer changed. */
    completedAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.step] })],
)

/** What was submitted, each time: never changed afterwards. */
export const applicationVersions = sqliteTable(
  'application_versions',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    number: integer().notNull(),
    submittedAt: integer().notNull(),
    /** Answers by step, documents by kind with their hashes, fee paid: JSON. */
    snapshot: text().notNull(),
    /** sha-256 of the snapshot, hexadecimal. */
    fingerprint: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.number] })],
)
