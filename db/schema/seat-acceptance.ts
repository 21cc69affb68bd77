import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { candidates } from './accounts'
import { allotmentRuns } from './allotment'
import { grievances } from './grievances'
import { specialOrders } from './orders'
import { staff } from './staff'

/** A candidate's own check of their facts after an allotment. Written by `self-verification`. */
export const selfVerifications = sqliteTable(
  'self_verifications',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    /** The run whose allotment was verified. */
    runId: integer()
      .notNull()
      .references(() => allotmentRuns.id),
    /** `[{ fact, answer, right }]`, in the order of the page. */
    answers: text().notNull(),
    submittedAt: integer().notNull(),
    /** The grievance raised by a mistake; null if there was none. */
    grievanceId: integer().references(() => grievances.id),
  },
  (t) => [index('self_verifications_candidate').on(t.candidateId, t.id)],
)

/** A candidate's decision about the seat that a round allotted. Written by `seat-acceptance`. */
export const seatDecisions = sqliteTable(
  'seat_decisions',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    decision: text({ enum: ['freeze', 'betterment'] }).notNull(),
    decidedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.round] })],
)

/** A seat that the cell withdrew. Written by `seat-acceptance`. */
export const seatEndings = sqliteTable(
  'seat_endings',
  {
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    ending: text({ enum: ['claim-failed', 'grievance-upheld', 'withdrawn-by-order'] }).notNull(),
    at: integer().notNull(),
    orderId: integer().references(() => specialOrders.id),
  },
  (t) => [primaryKey({ columns: [t.candidateId, t.round] })],
)

/**
 * The vacant seats of an institute after a round, as counted when it signed a day of reporting, by type in the matrix;
 * zeros included. Written by `vacancies`.
 */
export const instituteVacancies = sqliteTable(
  'institute_vacancies',
  {
    round: integer().notNull(),
    instituteCode: text().notNull(),
    choiceCode: text().notNull(),
    seatType: text().notNull(),
    count: integer().notNull(),
    at: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.round, t.instituteCode, t.choiceCode, t.seatType] })],
)

/**
 * Phone calls of the help desk to candidates who have not done the next act for their seat. A row begins a call and
 * shows its caller the number. Written by `seat-calls`.
 */
export const seatCalls = sqliteTable(
  'seat_calls',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    round: integer().notNull(),
    /** verify, decide, pay or report. */
    act: text().notNull(),
    calledBy: integer()
      .notNull()
      .references(() => staff.id),
    calledAt: integer().notNull(),
    /** What came of it, in the caller's words; null while the call goes on. */
    note: text(),
    notedAt: integer(),
  },
  (t) => [index('seat_calls_candidate').on(t.candidateId, t.id)],
)
