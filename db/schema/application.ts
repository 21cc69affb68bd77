import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { noMoney, type Paise } from '#server/kernel/money.ts'
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
    /** When an officer took the form up; from then on the candidate cannot unlock it. */
    pickedUpAt: integer(),
    /** Scrutiny sent the form back; cleared by the next submission. */
    revertedAt: integer(),
    /** Bit n is set while step n must be corrected after scrutiny sent the form back. */
    stepsToCorrect: integer().notNull().default(0),
    confirmedAt: integer(),
    /** When scrutiny last sent the form back; the next submission does not clear it. */
    lastRevertedAt: integer(),
    /** An order took the candidate out of the admission; cleared by an order that readmits them. */
    excludedAt: integer(),
    /** Paise due because scrutiny removed a claim; paid or not. */
    convertFee: integer().$type<Paise>().notNull().default(noMoney),
    /** Claims of the newest version, for filtering queues; null before the first. */
    claimedType: text(),
    claimedCategory: text(),
    /** The state of the form by the facts above; SQLite computes it as `formStateOf` does, and indexes store it. */
    formState: text({
      enum: ['draft', 'submitted', 'picked-up', 'resubmitted', 'at-centre', 'reverted', 'confirmed', 'excluded'],
    }).generatedAlwaysAs(
      sql`CASE
      WHEN excluded_at IS NOT NULL THEN 'excluded'
      WHEN submitted_at IS NULL THEN 'draft'
      WHEN confirmed_at IS NOT NULL THEN 'confirmed'
      WHEN reverted_at IS NOT NULL THEN 'reverted'
      WHEN mode = 2 THEN 'at-centre'
      WHEN picked_up_at IS NOT NULL THEN 'picked-up'
      WHEN last_reverted_at IS NULL THEN 'submitted'
      ELSE 'resubmitted' END`,
      { mode: 'virtual' },
    ),
  },
  (t) => [
    index('applications_state').on(t.mode, t.formState, t.submittedAt, t.candidateId),
    index('applications_state_type').on(t.mode, t.formState, t.claimedType, t.submittedAt, t.candidateId),
    index('applications_state_category').on(t.mode, t.formState, t.claimedCategory, t.submittedAt, t.candidateId),
    index('applications_state_claims').on(
      t.mode,
      t.formState,
      t.claimedType,
      t.claimedCategory,
      t.submittedAt,
      t.candidateId,
    ),
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
    /** Increases with every save; a save based on an older version is refused. */
    version: integer().notNull(),
    /** The answers as JSON, by question; `{}` for steps without questions. */
    answers: text().notNull().default('{}'),
    savedAt: integer(),
    /** Null while the step is open again because an earlier answer changed. */
    completedAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.step] })],
)

/** Each submitted version; never changed afterwards. */
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
