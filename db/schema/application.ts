import { integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'

/** The facts of one candidate's application; every status is computed from them. Written by `application`. */
export const applications = sqliteTable('applications', {
  candidateId: integer()
    .primaryKey()
    .references(() => candidates.id),
  /** 1 e-scrutiny, 2 at a facilitation centre, 0 until chosen. */
  mode: integer().notNull().default(0),
  submittedAt: integer(),
  /** Scrutiny sent the form back; cleared by the next submission. */
  revertedAt: integer(),
  confirmedAt: integer(),
})

/** One saved step of an application. */
export const applicationSteps = sqliteTable(
  'application_steps',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    step: integer().notNull(),
    version: integer().notNull(),
    /** Null while the step is open again because an earlier answer changed. */
    completedAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.step] })],
)
