import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { finalMeritInForce, seatMatrixInForce } from '#db/schema/in-force.ts'
import { starredChoices } from '#db/schema/index.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { Instant } from '#server/kernel/time.ts'

export type OptionFormStore = ReturnType<typeof optionFormStore>

/** The current option form, without its choices. */
export type FormRow = {
  version: number
  savedAt: Instant
  confirmedAt: Instant | null
  /** sha-256 of the confirmed list, hexadecimal. */
  fingerprint: string | null
}

export const optionActs = ['saved', 'imported', 'confirmed', 'unlocked'] as const
export type OptionAct = (typeof optionActs)[number]

type HistoryRow = { version: number; act: OptionAct; choices: string; at: Instant; device: string }

/** An institute's course on offer. */
export type OfferedCourse = {
  choiceCode: string
  instituteCode: string
  institute: string
  university: string
  /** Its code, `MH-pune`. */
  district: string
  status: string
  minority: string | null
  course: string
  seats: Readonly<Partial<Record<SeatType, number>>>
}

/** The courses of one edition of the seat matrix, by choice code and in its order. */
export type Offered = { editionId: number; courses: ReadonlyMap<string, OfferedCourse> }

/** The largest merit numbers that a published run admitted, by choice code and type of seat. */
export type Closings = {
  round: CapRound
  byCode: ReadonlyMap<string, readonly { seatType: SeatType; merit: number }[]>
  /** The types with seats left, as in the seat matrix. */
  leftByCode: ReadonlyMap<string, readonly SeatType[]>
}

/** A candidate's numbers in the final merit edition in force; null for a list they are not in. */
export type MeritNumbers = { state: number | null; allIndia: number | null; jk: number | null }

/**
 * Option forms, and published data for filling them in: merit numbers, the seat matrix, closing merits.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function optionFormStore({ orm, sqlite }: Database) {
  const form = sqlite.prepare<[number, number], FormRow>(
    `SELECT version, saved_at AS savedAt, confirmed_at AS confirmedAt, fingerprint
     FROM option_forms WHERE candidate_id = ? AND round = ?`,
  )
  const choices = sqlite
    .prepare<[number, number], string>(
      'SELECT choice_code FROM option_choices WHERE candidate_id = ? AND round = ? ORDER BY position',
    )
    .pluck()
  const count = sqlite
    .prepare<[number, number], number>('SELECT count(*) FROM option_choices WHERE candidate_id = ? AND round = ?')
    .pluck()
  const putForm = sqlite.prepare(
    `INSERT INTO option_forms (candidate_id, round, version, saved_at, confirmed_at, fingerprint)
     VALUES (@candidateId, @round, @version, @savedAt, @confirmedAt, @fingerprint)
     ON CONFLICT (candidate_id, round) DO UPDATE SET version = excluded.version, saved_at = excluded.saved_at,
       confirmed_at = excluded.confirmed_at, fingerprint = excluded.fingerprint`,
  )
  // One statement for the whole list, which writes only rows that change.
  const putChoices = sqlite.prepare(
    `INSERT INTO option_choices (candidate_id, round, position, choice_code)
     SELECT @candidateId, @round, key + 1, value FROM json_each(@choices) WHERE true
     ON CONFLICT (candidate_id, round, position) DO UPDATE SET choice_code = excluded.choice_code
       WHERE choice_code <> excluded.choice_code`,
  )
  const cutChoices = sqlite.prepare('DELETE FROM option_choices WHERE candidate_id = ? AND round = ? AND position > ?')
  const addHistory = sqlite.prepare(
    `INSERT INTO option_history (candidate_id, round, version, act, choices, at, device)
     VALUES (@candidateId, @round, @version, @act, @choices, @at, @device)`,
  )
  const history = sqlite.prepare<[number, number], HistoryRow>(
    `SELECT version, act, choices, at, device FROM option_history
     WHERE candidate_id = ? AND round = ? ORDER BY id DESC`,
  )
  const device = sqlite.prepare<[number], string>('SELECT device FROM sessions WHERE id = ?').pluck()
  const merit = sqlite.prepare<[number], { list: string; meritNumber: number }>(
    `SELECT list, merit_number AS meritNumber FROM merit_entries WHERE candidate_id = ? AND edition_id = ${finalMeritInForce}`,
  )
  const matrix = sqlite.prepare<[], number | null>(`SELECT ${seatMatrixInForce}`).pluck()
  const courses = sqlite.prepare<[number], Omit<OfferedCourse, 'seats'>>(
    `SELECT choice_code AS choiceCode, institute_code AS instituteCode, institute, university, district, status,
       minority, course FROM seat_matrix_courses WHERE edition_id = ? ORDER BY institute_code, choice_code`,
  )
  const pools = sqlite.prepare<[number], { choiceCode: string; seatType: SeatType; count: number }>(
    'SELECT choice_code AS choiceCode, seat_type AS seatType, count FROM seat_matrix_pools WHERE edition_id = ?',
  )
  const lastNamed = sqlite.prepare<[string], { institute: string; course: string }>(
    `SELECT institute, course FROM seat_matrix_courses WHERE choice_code = ?
     AND edition_id IN (SELECT id FROM seat_matrix_editions WHERE state = 'published') ORDER BY edition_id DESC LIMIT 1`,
  )
  const lastRun = sqlite.prepare<[number], { id: number; round: CapRound }>(
    `SELECT id, round FROM allotment_runs WHERE state = 'published' AND round < ? ORDER BY round DESC LIMIT 1`,
  )
  const excluded = sqlite
    .prepare<[number], 1>('SELECT 1 FROM applications WHERE candidate_id = ? AND excluded_at IS NOT NULL')
    .pluck()
  const closings = sqlite.prepare<[number], { choiceCode: string; seatType: SeatType; merit: number }>(
    'SELECT choice_code AS choiceCode, seat_type AS seatType, merit FROM allotment_closings WHERE run_id = ?',
  )
  const left = sqlite.prepare<[number], { choiceCode: string; seatType: SeatType }>(
    'SELECT choice_code AS choiceCode, seat_type AS seatType FROM allotment_vacancies WHERE run_id = ?',
  )
  const unconfirmed = sqlite
    .prepare<{ round: number; after: number; upTo: number }, number>(
      `SELECT candidate_id FROM option_forms
       WHERE round = @round AND confirmed_at IS NULL AND candidate_id > @after AND candidate_id <= @upTo
       ORDER BY candidate_id`,
    )
    .pluck()
  const userId = sqlite.prepare<[number], string>('SELECT user_id FROM candidates WHERE id = ?').pluck()

  // Read once, because published data never changes.
  let offered: Offered | null = null
  let closed: { runId: number; closings: Closings } | null = null

  const stars = sqlite
    .prepare<[number], string>(
      'SELECT choice_code FROM starred_choices WHERE candidate_id = ? ORDER BY starred_at, rowid',
    )
    .pluck()

  return {
    form: (candidateId: number, round: CapRound): FormRow | undefined => form.get(candidateId, round),
    /** Most preferred first. */
    choices: (candidateId: number, round: CapRound): string[] => choices.all(candidateId, round),
    count: (candidateId: number, round: CapRound): number => count.get(candidateId, round)!,
    putForm: (candidateId: number, round: CapRound, row: FormRow): void =>
      void putForm.run({ candidateId, round, ...row }),
    putChoices(candidateId: number, round: CapRound, list: readonly string[]): void {
      putChoices.run({ candidateId, round, choices: JSON.stringify(list) })
      cutChoices.run(candidateId, round, list.length)
    },
    addHistory: (candidateId: number, round: CapRound, row: HistoryRow): void =>
      void addHistory.run({ candidateId, round, ...row }),
    /** Newest first. */
    history: (candidateId: number, round: CapRound): HistoryRow[] => history.all(candidateId, round),
    /** The device's name for itself in a session; empty for a deleted session. */
    device: (sessionId: number): string => device.get(sessionId) ?? '',

    /** The starred choice codes, in the order in which they were starred. */
    stars: (candidateId: number): string[] => stars.all(candidateId),
    /** Starring a choice twice changes nothing. */
    star: (row: typeof starredChoices.$inferInsert): void =>
      void orm.insert(starredChoices).values(row).onConflictDoNothing().run(),
    unstar: (candidateId: number, choiceCode: string): void =>
      void orm
        .delete(starredChoices)
        .where(and(eq(starredChoices.candidateId, candidateId), eq(starredChoices.choiceCode, choiceCode)))
        .run(),

    /** Has an order taken the candidate out of the admission? */
    isExcluded: (candidateId: number): boolean => excluded.get(candidateId) !== undefined,
    merit(candidateId: number): MeritNumbers {
      const rows = merit.all(candidateId)
      const numberIn = (list: string) => rows.find((row) => row.list === list)?.meritNumber ?? null
      return { state: numberIn('state'), allIndia: numberIn('all-india'), jk: numberIn('jk') }
    },

    /** The courses of the published seat matrix in force; null before there is one. */
    offered(): Offered | null {
      const editionId = matrix.get() ?? undefined
      if (editionId === undefined) return null
      if (offered?.editionId !== editionId) {
        const seats = new Map<string, Partial<Record<SeatType, number>>>()
        for (const { choiceCode, seatType, count } of pools.all(editionId)) {
          const own = seats.get(choiceCode) ?? {}
          own[seatType] = count
          seats.set(choiceCode, own)
        }
        const rows = courses.all(editionId)
        offered = {
          editionId,
          courses: new Map(rows.map((row) => [row.choiceCode, { ...row, seats: seats.get(row.choiceCode) ?? {} }])),
        }
      }
      return offered
    },

    /** The name of a code when it was last offered. */
    lastNamed: (code: string) => lastNamed.get(code),

    /** The closings of the last published round before this one; null before the first. */
    closings(round: CapRound): Closings | null {
      const run = lastRun.get(round)
      if (!run) return null
      if (closed?.runId !== run.id) {
        const byCode = new Map<string, { seatType: SeatType; merit: number }[]>()
        for (const { choiceCode, ...closing } of closings.all(run.id))
          byCode.set(choiceCode, [...(byCode.get(choiceCode) ?? []), closing])
        const leftByCode = new Map<string, SeatType[]>()
        for (const { choiceCode, seatType } of left.all(run.id))
          leftByCode.set(choiceCode, [...(leftByCode.get(choiceCode) ?? []), seatType])
        closed = { runId: run.id, closings: { round: run.round, byCode, leftByCode } }
      }
      return closed.closings
    },

    /** The candidates in a range of ids with an unconfirmed form, in order. */
    unconfirmed: (round: CapRound, range: { after: number; upTo: number }): number[] =>
      unconfirmed.all({ round, ...range }),

    userId: (candidateId: number): string => userId.get(candidateId)!,
  }
}
