import { and, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'
import { finalMeritInForce, seatMatrixInForce } from '#db/schema/in-force.ts'
import {
  allotmentClosings,
  allotmentConversions,
  allotmentRuns,
  allotments,
  allotmentTellings,
  allotmentVacancies,
  staff,
} from '#db/schema/index.ts'
import type { RoundSeat } from '#server/domain/allotment/input.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'

export type RunRow = Omit<typeof allotmentRuns.$inferSelect, 'round'> & { round: CapRound }
/** A run with the names of its two officers. */
export type NamedRun = RunRow & { preparedByName: string; decidedByName: string | null }
type AllotmentRow = typeof allotments.$inferInsert
type PoolRow = { choiceCode: string; seatType: string; count: number }
/** The parts of a result stored apart from the allotments. */
type ResultRows = {
  closings: { choiceCode: string; seatType: string; merit: number }[]
  vacancies: PoolRow[]
  conversions: { choiceCode: string; from: string; to: string; count: number }[]
}

/** A candidate with a confirmed option form, as in the tables. */
export type ParticipantRow = {
  candidateId: number
  stateMerit: number | null
  allIndiaMerit: number | null
  isConfirmed: 0 | 1
  /** Separated by commas, most preferred first; null without a form. */
  options: string | null
  /** The answers of the last version: JSON. */
  answers: string | null
}

/** How many candidates of two runs fared the same, better or worse. */
export type Comparison = { same: number; moved: number; gained: number; lost: number }
export type Change = { userId: string; before: string | null; after: string | null }

type Telling = { runId: number; round: CapRound; toldUpTo: number }

/** A candidate to be told the result of a round. */
export type Addressee = {
  id: number
  choiceCode: string | null
  preference: number | null
  /** 1 for a seat kept from an earlier round. */
  isRetained: 0 | 1 | null
  institute: string | null
  course: string | null
}

export type AllotmentStore = ReturnType<typeof allotmentStore>

const counting = ['preparing', 'prepared', 'released', 'published'] as const satisfies ReleaseState[]

/**
 * The only writer of `allotment_runs`, `allotments` and the tables of their results. Joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function allotmentStore({ orm, sqlite }: Database) {
  const decider = alias(staff, 'decider')
  const named = () =>
    orm
      .select({ run: allotmentRuns, preparedByName: staff.fullName, decidedByName: decider.fullName })
      .from(allotmentRuns)
      .innerJoin(staff, eq(staff.id, allotmentRuns.preparedBy))
      .leftJoin(decider, eq(decider.id, allotmentRuns.decidedBy))
  const flat = ({ run, ...names }: ReturnType<ReturnType<typeof named>['all']>[number]): NamedRun => ({
    ...run,
    round: run.round as CapRound,
    ...names,
  })

  const meritEdition = sqlite.prepare<[], number | null>(`SELECT ${finalMeritInForce}`).pluck()
  const seatMatrixEdition = sqlite.prepare<[], number | null>(`SELECT ${seatMatrixInForce}`).pluck()
  // Ordered by primary key, so that a piece costs the same wherever it begins.
  const forms = sqlite
    .prepare<[number, number, number], number>(
      `SELECT candidate_id FROM option_forms
       WHERE candidate_id > ? AND +round = ? AND confirmed_at IS NOT NULL ORDER BY candidate_id LIMIT ?`,
    )
    .pluck()
  const formCount = sqlite
    .prepare<[number], number>('SELECT count(*) FROM option_forms WHERE round = ? AND confirmed_at IS NOT NULL')
    .pluck()
  const participants = sqlite.prepare<{ ids: string; round: number; edition: number }, ParticipantRow>(
    `SELECT chosen.value AS candidateId,
       (SELECT merit_number FROM merit_entries e WHERE e.candidate_id = chosen.value AND e.edition_id = @edition
         AND e.list = 'state') AS stateMerit,
       (SELECT merit_number FROM merit_entries e WHERE e.candidate_id = chosen.value AND e.edition_id = @edition
         AND e.list = 'all-india') AS allIndiaMerit,
       EXISTS (SELECT 1 FROM applications a WHERE a.candidate_id = chosen.value AND a.confirmed_at IS NOT NULL)
         AS isConfirmed,
       (SELECT group_concat(choice_code) FROM (SELECT o.choice_code FROM option_choices o JOIN option_forms f
           ON f.candidate_id = o.candidate_id AND f.round = o.round AND f.confirmed_at IS NOT NULL
         WHERE o.candidate_id = chosen.value AND o.round = @round ORDER BY o.position)) AS options,
       (SELECT snapshot -> '$.answers' FROM application_versions v WHERE v.candidate_id = chosen.value
         ORDER BY v.number DESC LIMIT 1) AS answers
     FROM json_each(@ids) chosen ORDER BY candidateId`,
  )
  const seats = sqlite.prepare<[number], RoundSeat>(
    `SELECT p.choice_code AS choiceCode, c.minority, p.seat_type AS seatType, p.count
     FROM seat_matrix_pools p JOIN seat_matrix_courses c ON c.edition_id = p.edition_id AND c.choice_code = p.choice_code
     WHERE p.edition_id = ?`,
  )
  const addAllotment = sqlite.prepare(
    `INSERT INTO allotments (run_id, candidate_id, choice_code, seat_type, original_type, preference, stage, retained)
     VALUES (@runId, @candidateId, @choiceCode, @seatType, @originalType, @preference, @stage, @retained)`,
  )
  const comparison = sqlite.prepare<{ before: number; after: number }, Comparison>(
    `SELECT count(*) FILTER (WHERE b.choice_code = a.choice_code AND b.seat_type = a.seat_type) AS same,
       count(*) FILTER (WHERE b.choice_code <> a.choice_code OR b.seat_type <> a.seat_type) AS moved,
       count(*) FILTER (WHERE b.choice_code IS NULL) AS gained,
       (SELECT count(*) FROM allotments l WHERE l.run_id = @before AND NOT EXISTS
         (SELECT 1 FROM allotments n WHERE n.run_id = @after AND n.candidate_id = l.candidate_id)) AS lost
     FROM allotments a LEFT JOIN allotments b ON b.run_id = @before AND b.candidate_id = a.candidate_id
     WHERE a.run_id = @after`,
  )
  const seat = (row: string) => `${row}.choice_code || ' ' || ${row}.seat_type`
  const changes = sqlite.prepare<{ before: number; after: number; limit: number }, Change>(
    `SELECT c.user_id AS userId, ${seat('b')} AS before, ${seat('a')} AS after
     FROM candidates c
     LEFT JOIN allotments b ON b.run_id = @before AND b.candidate_id = c.id
     LEFT JOIN allotments a ON a.run_id = @after AND a.candidate_id = c.id
     WHERE (a.choice_code IS NOT NULL OR b.choice_code IS NOT NULL)
       AND (${seat('a')}) IS NOT (${seat('b')}) ORDER BY c.user_id LIMIT @limit`,
  )
  const addressees = sqlite.prepare<{ run: number; round: number; after: number; limit: number }, Addressee>(
    `SELECT c.id, a.choice_code AS choiceCode, a.preference, a.retained AS isRetained,
       m.institute, m.course
     FROM candidates c
     LEFT JOIN allotments a ON a.run_id = @run AND a.candidate_id = c.id
     LEFT JOIN seat_matrix_courses m ON m.choice_code = a.choice_code
       AND m.edition_id = (SELECT seat_matrix_edition_id FROM allotment_runs WHERE id = @run)
     WHERE c.id > @after AND NOT EXISTS (SELECT 1 FROM cancellations k WHERE k.candidate_id = c.id) AND (a.choice_code IS NOT NULL OR EXISTS (SELECT 1 FROM option_forms f
       WHERE f.candidate_id = c.id AND f.round = @round AND f.confirmed_at IS NOT NULL))
     ORDER BY c.id LIMIT @limit`,
  )

  const predecessor = sqlite
    .prepare<[number, number, number], number>(
      `SELECT id FROM allotment_runs WHERE id < ? AND input_hash IS NOT NULL
         AND (round = ? OR (round = ? AND state = 'published')) ORDER BY round DESC, id DESC LIMIT 1`,
    )
    .pluck()
  const telling = sqlite.prepare<[], Telling>(
    `SELECT t.run_id AS runId, r.round, t.told_up_to AS toldUpTo
     FROM allotment_tellings t JOIN allotment_runs r ON r.id = t.run_id
     WHERE t.finished_at IS NULL ORDER BY t.run_id LIMIT 1`,
  )
  const givenUpSince = sqlite
    .prepare<{ round: number; at: number }, number>(
      `SELECT (SELECT count(*) FROM cancellations WHERE requested_at > @at AND round < @round)
         + (SELECT count(*) FROM seat_endings WHERE at > @at AND round < @round)`,
    )
    .pluck()

  return {
    /** The published final merit list in force; undefined before there is one. */
    meritEdition: (): number | undefined => meritEdition.get() ?? undefined,

    /** The published seat matrix in force. */
    seatMatrixEdition: (): number | undefined => seatMatrixEdition.get() ?? undefined,

    seats: (edition: number): RoundSeat[] => seats.all(edition),

    confirmedForms: (round: CapRound): number => formCount.get(round)!,
    /** The holders of a confirmed option form of a round, after the candidate `after`. */
    formHolders: (round: CapRound, after: number, limit: number): number[] => forms.all(after, round, limit),
    /** The facts about these candidates that the engine needs. */
    participants: (ids: readonly number[], round: CapRound, edition: number): ParticipantRow[] =>
      participants.all({ ids: JSON.stringify(ids), round, edition }),

    addRun: (row: Omit<typeof allotmentRuns.$inferInsert, 'id'>): number =>
      orm.insert(allotmentRuns).values(row).returning({ id: allotmentRuns.id }).get().id,
    run(id: number): NamedRun | undefined {
      const row = named().where(eq(allotmentRuns.id, id)).get()
      return row && flat(row)
    },
    /** Newest first. */
    runs: (limit: number): NamedRun[] => named().orderBy(desc(allotmentRuns.id)).limit(limit).all().map(flat),
    /** Runs of a round that were neither given up nor failed, newest first. */
    counting: (round: CapRound): RunRow[] =>
      orm
        .select()
        .from(allotmentRuns)
        .where(and(eq(allotmentRuns.round, round), inArray(allotmentRuns.state, [...counting])))
        .orderBy(desc(allotmentRuns.id))
        .all() as RunRow[],
    /** The run to compare with: the previous one of the same round, else the published one of the round before. */
    predecessor: (id: number, round: CapRound): number | undefined => predecessor.get(id, round, round - 1),
    change: (id: number, facts: Partial<Omit<typeof allotmentRuns.$inferInsert, 'id'>>): void =>
      void orm.update(allotmentRuns).set(facts).where(eq(allotmentRuns.id, id)).run(),

    addAllotments(rows: readonly AllotmentRow[]): void {
      for (const row of rows) addAllotment.run({ ...row, retained: row.retained ? 1 : 0 })
    },
    addResult(runId: number, { closings, vacancies, conversions }: ResultRows): void {
      for (const piece of pieces(closings))
        orm
          .insert(allotmentClosings)
          .values(piece.map((row) => ({ ...row, runId })))
          .run()
      for (const piece of pieces(vacancies))
        orm
          .insert(allotmentVacancies)
          .values(piece.map((row) => ({ ...row, runId })))
          .run()
      for (const piece of pieces(conversions))
        orm
          .insert(allotmentConversions)
          .values(piece.map((row) => ({ ...row, runId })))
          .run()
    },
    /** Deletes the rows that an interrupted run had written. */
    clear(runId: number): void {
      for (const table of [allotments, allotmentClosings, allotmentVacancies, allotmentConversions])
        orm.delete(table).where(eq(table.runId, runId)).run()
    },

    /** How many seats of rounds before this one were given up or taken back after `at`. */
    givenUpSince: (round: CapRound, at: number): number => givenUpSince.get({ round, at })!,

    compare: (before: number, after: number): Comparison => comparison.get({ before, after })!,
    /** Candidates whose result differs between two runs, by Application ID. */
    changes: (before: number, after: number, limit: number): Change[] => changes.all({ before, after, limit }),

    beginTelling: (runId: number): void => void orm.insert(allotmentTellings).values({ runId }).run(),
    /** The published run with candidates still to be told. */
    telling: (): Telling | undefined => telling.get(),
    addressees: (run: number, round: CapRound, after: number, limit: number): Addressee[] =>
      addressees.all({ run, round, after, limit }),
    tell: (runId: number, facts: { toldUpTo: number; finishedAt: number | null }): void =>
      void orm.update(allotmentTellings).set(facts).where(eq(allotmentTellings.runId, runId)).run(),
  }
}

/** Splits rows to respect SQLite's limit on values in one statement; a row has five at most. */
function* pieces<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += 1000) yield rows.slice(at, at + 1000)
}
