import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { cancellations } from '#db/schema/index.ts'
import type { ReturnMode } from '#server/domain/admission/cancellation.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'

/** A cancellation, and the institute's record of what it returned; null until it is recorded. */
export type CancellationRow = {
  candidateId: number
  caseNumber: number
  userId: string
  fullName: string
  round: number
  choiceCode: string
  instituteCode: string
  institute: string
  course: string
  reason: string
  requestedAt: Instant
  returnedAt: Instant | null
  paid: Paise | null
  deposit: Paise | null
  charge: Paise | null
  mode: ReturnMode | null
  number: string | null
  recordedBy: string | null
  receivedAt: Instant | null
}

/** A case in a list. */
type ListedCase = Pick<
  CancellationRow,
  | 'caseNumber'
  | 'userId'
  | 'fullName'
  | 'round'
  | 'choiceCode'
  | 'instituteCode'
  | 'institute'
  | 'requestedAt'
  | 'returnedAt'
>

type UnrecordedCase = Pick<CancellationRow, 'candidateId' | 'caseNumber' | 'requestedAt'>

/** A case that was or is late, without anything about its candidate. */
type LateCase = {
  caseNumber: number
  instituteCode: string
  institute: string
  requestedAt: Instant
  returnedAt: Instant | null
}

const columns = `k.candidate_id AS candidateId, k.case_number AS caseNumber, c.user_id AS userId,
  c.full_name AS fullName, k.round, k.choice_code AS choiceCode, k.institute_code AS instituteCode,
  coalesce(m.institute, k.institute_code) AS institute, coalesce(m.course, '') AS course, k.reason,
  k.requested_at AS requestedAt, k.returned_at AS returnedAt, k.paid, k.deposit, k.charge, k.mode, k.number,
  s.full_name AS recordedBy, k.received_at AS receivedAt`
/** The course of the seat, in the seat matrix that its round used. */
const seat = `LEFT JOIN allotment_runs r ON r.round = k.round AND r.state = 'published'
  LEFT JOIN seat_matrix_courses m ON m.edition_id = r.seat_matrix_edition_id AND m.choice_code = k.choice_code`
const everything = `SELECT ${columns} FROM cancellations k JOIN candidates c ON c.id = k.candidate_id ${seat}
  LEFT JOIN staff s ON s.id = k.recorded_by`

export type CancellationStore = ReturnType<typeof cancellationStore>

/**
 * The only writer of `cancellations`. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function cancellationStore(db: Database) {
  const { orm, sqlite } = db
  const ofCandidate = sqlite.prepare<[number], CancellationRow>(`${everything} WHERE k.candidate_id = ?`)
  const byCase = sqlite.prepare<[number], CancellationRow>(`${everything} WHERE k.case_number = ?`)
  /** The lists leave closed records out, and so do the counts beside them. */
  const isOpenRecord = 'candidate_id NOT IN (SELECT candidate_id FROM data_states)'
  const list = listReader<ListedCase>(db, {
    from: `cancellations k JOIN candidates c ON c.id = k.candidate_id ${seat}`,
    candidate: 'c.id',
    key: 'k.case_number',
    columns: {
      caseNumber: 'k.case_number',
      userId: 'c.user_id',
      fullName: 'c.full_name',
      round: 'k.round',
      choiceCode: 'k.choice_code',
      instituteCode: 'k.institute_code',
      institute: 'coalesce(m.institute, k.institute_code)',
      requestedAt: 'k.requested_at',
      returnedAt: 'k.returned_at',
    },
    filters: {
      state: {
        open: 'k.returned_at IS NULL',
        late: 'k.returned_at IS NULL AND k.requested_at <= @lateBefore',
        recorded: 'k.returned_at IS NOT NULL',
      },
      instituteCode: 'k.institute_code = @instituteCode',
      applicationId: 'c.user_id = upper(@applicationId)',
    },
    always: '(@institute IS NULL OR k.institute_code = @institute)',
  })
  const late = sqlite.prepare<{ before: number; within: number }, LateCase>(
    `SELECT k.case_number AS caseNumber, k.institute_code AS instituteCode,
       coalesce(m.institute, k.institute_code) AS institute, k.requested_at AS requestedAt, k.returned_at AS returnedAt
     FROM cancellations k ${seat}
     WHERE k.requested_at <= @before AND (k.returned_at IS NULL OR k.returned_at >= k.requested_at + @within)
     ORDER BY k.institute_code, k.case_number`,
  )
  const unrecorded = sqlite.prepare<[number, number], UnrecordedCase>(
    `SELECT candidate_id AS candidateId, case_number AS caseNumber, requested_at AS requestedAt FROM cancellations
     WHERE requested_at > ? AND requested_at <= ? AND returned_at IS NULL ORDER BY case_number`,
  )
  const openLate = sqlite
    .prepare<[number], number>(
      `SELECT count(*) FROM cancellations WHERE requested_at <= ? AND returned_at IS NULL AND ${isOpenRecord}`,
    )
    .pluck()
  const open = sqlite
    .prepare<[string], number>(
      `SELECT count(*) FROM cancellations WHERE institute_code = ? AND returned_at IS NULL AND ${isOpenRecord}`,
    )
    .pluck()
  const instituteAt = sqlite.prepare<[string, number], { code: string; institute: string; course: string }>(
    `SELECT m.institute_code AS code, m.institute, m.course FROM allotment_runs r
     JOIN seat_matrix_courses m ON m.edition_id = r.seat_matrix_edition_id AND m.choice_code = ?
     WHERE r.round = ? AND r.state = 'published'`,
  )
  const nextCase = sqlite.prepare<[], number>('SELECT coalesce(max(case_number), 0) + 1 FROM cancellations').pluck()
  const userId = sqlite.prepare<[number], string>('SELECT user_id FROM candidates WHERE id = ?').pluck()

  return {
    of: (candidateId: number): CancellationRow | null => ofCandidate.get(candidateId) ?? null,
    byCase: (caseNumber: number): CancellationRow | null => byCase.get(caseNumber) ?? null,
    /** Pages and files of the cases. The reach: `institute`, null for the cell; `lateBefore`: requests until then are late. */
    list,
    /** Cases requested by `before` that were not, or not within `within` milliseconds, recorded as returned. */
    late: (before: number, within: number) => late.all({ before, within }),
    /** How many cases requested by `before` have no record of the return. */
    openLate: (before: number): number => openLate.get(before)!,
    /** The cases requested after the first instant and by the second that have no record of the return. */
    unrecorded: (after: number, by: number): UnrecordedCase[] => unrecorded.all(after, by),
    /** How many of an institute's cases have no record of the return. */
    open: (institute: string): number => open.get(institute)!,
    instituteAt: (round: number, choiceCode: string) => instituteAt.get(choiceCode, round),
    userId: (candidateId: number): string => userId.get(candidateId)!,

    /** Adds a cancellation under the next case number, and returns it. */
    add(row: Omit<typeof cancellations.$inferInsert, 'caseNumber'>): number {
      const caseNumber = nextCase.get()!
      orm
        .insert(cancellations)
        .values({ ...row, caseNumber })
        .run()
      return caseNumber
    },
    /** Notes that the money has reached the candidate. */
    received: (candidateId: number, receivedAt: Instant): void =>
      void orm.update(cancellations).set({ receivedAt }).where(eq(cancellations.candidateId, candidateId)).run(),
    /** Records what was returned; false if it was recorded before. */
    recordReturn: (
      caseNumber: number,
      row: Pick<
        typeof cancellations.$inferInsert,
        'paid' | 'deposit' | 'charge' | 'mode' | 'number' | 'returnedAt' | 'recordedBy'
      >,
    ): boolean =>
      orm
        .update(cancellations)
        .set(row)
        .where(and(eq(cancellations.caseNumber, caseNumber), isNull(cancellations.returnedAt)))
        .run().changes === 1,
  }
}
