import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { admissionFor, isAdmissionInForce } from '#db/schema/admitted.ts'
import { admissionCorrections, admissions, instituteDays, seatResets } from '#db/schema/index.ts'
import type { CorrectionKind } from '#server/domain/admission/reporting.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import type { FactName } from '#server/domain/scrutiny/scrutiny.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'
import type { Instant } from '#server/kernel/time.ts'

export type Person = { id: number; userId: string; fullName: string }

/** An admission in force, with the originals that the institute noted. */
export type Admission = {
  id: number
  candidateId: number
  round: number
  choiceCode: string
  instituteCode: string
  seen: DocumentKind[]
  awaited: DocumentKind[]
  admittedAt: Instant
  admittedBy: string
}

/** An admission in an institute's list. `awaited`: the certificates to come, separated by commas; null for none. */
type AdmittedRow = {
  id: number
  candidateId: number
  userId: string
  fullName: string
  round: number
  choiceCode: string
  admittedAt: number
  awaited: string | null
}

/** An admission that an order withdrew with its seat. */
export type WithdrawnAdmission = {
  id: number
  userId: string
  fullName: string
  admittedAt: Instant
  admittedBy: string
  orderNumber: string
  at: Instant
  /** When the institute noted it. */
  seenAt: Instant | null
}

export type Reset = { fact: FactName; reason: string; at: Instant }

export type Correction = {
  id: number
  kind: CorrectionKind
  candidateId: number
  userId: string
  fullName: string
  round: number
  choiceCode: string
  instituteCode: string
  reason: string
  seen: DocumentKind[]
  awaited: DocumentKind[]
  state: ReleaseState
  preparedAt: Instant
  preparedBy: number
  preparedByName: string
}

/** A signed day, with what was counted when it was signed. */
export type SignedDay = {
  instituteCode: string
  day: string
  signedAt: Instant
  signedBy: string
  admitted: number
  notRecorded: number
}

/** An institute with a seat in a round. */
export type InstituteOfRound = { code: string; name: string; district: string }

type Lists = { seen: string; awaited: string }
const parsed = <R extends Lists>(row: R) => ({
  ...row,
  seen: JSON.parse(row.seen) as DocumentKind[],
  awaited: JSON.parse(row.awaited) as DocumentKind[],
})

const admissionColumns = `m.id, m.candidate_id AS candidateId, m.round, m.choice_code AS choiceCode,
  m.institute_code AS instituteCode, m.seen, m.awaited, m.admitted_at AS admittedAt, s.full_name AS admittedBy`
const correctionColumns = `k.id, k.kind, k.candidate_id AS candidateId, c.user_id AS userId, c.full_name AS fullName,
  k.round, k.choice_code AS choiceCode, k.institute_code AS instituteCode, k.reason, k.seen, k.awaited, k.state,
  k.prepared_at AS preparedAt, k.prepared_by AS preparedBy, s.full_name AS preparedByName`

export type ReportingStore = ReturnType<typeof reportingStore>

/**
 * The only writer of `admissions`, `seat_resets`, `institute_days` and `admission_corrections`. Everything is
 * synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function reportingStore(db: Database) {
  const { orm, sqlite } = db
  const person = sqlite.prepare<[string], Person>(
    'SELECT id, user_id AS userId, full_name AS fullName FROM candidates WHERE user_id = ?',
  )
  const people = sqlite.prepare<[string], Person>(
    `SELECT id, user_id AS userId, full_name AS fullName FROM candidates
     WHERE id IN (SELECT value FROM json_each(?))`,
  )
  const instituteAt = sqlite.prepare<[number, string], InstituteOfRound & { course: string }>(
    `SELECT k.institute_code AS code, k.institute AS name, k.district, k.course
     FROM allotment_runs r JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id
     WHERE r.round = ? AND r.state = 'published' AND k.choice_code = ?`,
  )
  const coursesAt = sqlite.prepare<[number, string], InstituteOfRound & { choiceCode: string; course: string }>(
    `SELECT k.institute_code AS code, k.institute AS name, k.district, k.choice_code AS choiceCode, k.course
     FROM allotment_runs r JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id
     WHERE r.round = ? AND r.state = 'published' AND k.institute_code = ? ORDER BY k.choice_code`,
  )
  const institutesOf = sqlite.prepare<[number, string, number], InstituteOfRound>(
    `SELECT k.institute_code AS code, min(k.institute) AS name, min(k.district) AS district
     FROM allotment_runs r JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id
     WHERE r.round = ? AND r.state = 'published' AND k.institute_code > ?
       AND EXISTS (SELECT 1 FROM allotments a WHERE a.run_id = r.id AND a.choice_code = k.choice_code)
     GROUP BY k.institute_code ORDER BY k.institute_code LIMIT ?`,
  )
  const isInRound = sqlite
    .prepare<{ round: number; institute: string }, number>(
      `SELECT EXISTS (SELECT 1 FROM allotment_runs r
         JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id AND k.institute_code = @institute
         WHERE r.round = @round AND r.state = 'published'
           AND EXISTS (SELECT 1 FROM allotments a WHERE a.run_id = r.id AND a.choice_code = k.choice_code))`,
    )
    .pluck()
  const admission = sqlite.prepare<{ candidateId: number; round: number }, Omit<Admission, 'seen' | 'awaited'> & Lists>(
    `SELECT ${admissionColumns} FROM admissions m JOIN staff s ON s.id = m.admitted_by
     WHERE m.id = ${admissionFor('@candidateId', '@round')}`,
  )
  const newestAdmission = sqlite.prepare<[number], Omit<Admission, 'seen' | 'awaited'> & Lists>(
    `SELECT ${admissionColumns} FROM admissions m JOIN staff s ON s.id = m.admitted_by
     WHERE m.candidate_id = ? AND m.undone_at IS NULL ORDER BY m.round DESC LIMIT 1`,
  )
  const admitted = listReader<AdmittedRow>(db, {
    from: 'admissions m JOIN candidates c ON c.id = m.candidate_id',
    candidate: 'c.id',
    key: 'm.id',
    columns: {
      id: 'm.id',
      candidateId: 'm.candidate_id',
      userId: 'c.user_id',
      fullName: 'c.full_name',
      round: 'm.round',
      choiceCode: 'm.choice_code',
      admittedAt: 'm.admitted_at',
      awaited: "(SELECT group_concat(value, ', ') FROM json_each(m.awaited))",
    },
    filters: {
      round: 'm.round = CAST(@round AS INTEGER)',
      choiceCode: 'm.choice_code = @choiceCode',
      awaited: { yes: "m.awaited <> '[]'", no: "m.awaited = '[]'" },
      applicationId: 'c.user_id = upper(@applicationId)',
    },
    always: `m.institute_code = @institute AND ${isAdmissionInForce('m')}`,
  })
  const withdrawn = sqlite.prepare<{ institute: string; round: number | null }, WithdrawnAdmission>(
    `SELECT m.id, c.user_id AS userId, c.full_name AS fullName, m.admitted_at AS admittedAt, s.full_name AS admittedBy,
       o.order_number AS orderNumber, e.at, m.withdrawal_seen_at AS seenAt
     FROM admissions m JOIN candidates c ON c.id = m.candidate_id JOIN staff s ON s.id = m.admitted_by
     JOIN seat_endings e ON e.candidate_id = m.candidate_id AND e.at = m.undone_at
     JOIN special_orders o ON o.id = e.order_id
     WHERE m.institute_code = @institute AND (e.round = @round OR @round IS NULL AND m.withdrawal_seen_at IS NULL)
     ORDER BY e.at DESC, m.id LIMIT 1000`,
  )
  const withdrawnOf = sqlite
    .prepare<[number, number], Instant>(
      `SELECT m.admitted_at FROM admissions m JOIN seat_endings e ON e.candidate_id = m.candidate_id AND e.at = m.undone_at
       WHERE m.candidate_id = ? AND e.round = ? AND e.order_id IS NOT NULL`,
    )
    .pluck()
  const resets = sqlite.prepare<[number, number], Reset>(
    'SELECT fact, reason, at FROM seat_resets WHERE candidate_id = ? AND round = ? ORDER BY id DESC',
  )
  const correction = sqlite.prepare<[number], Omit<Correction, 'seen' | 'awaited'> & Lists>(
    `SELECT ${correctionColumns} FROM admission_corrections k JOIN candidates c ON c.id = k.candidate_id
     JOIN staff s ON s.id = k.prepared_by WHERE k.id = ?`,
  )
  const waiting = sqlite.prepare<[string | null, string | null], Omit<Correction, 'seen' | 'awaited'> & Lists>(
    `SELECT ${correctionColumns} FROM admission_corrections k JOIN candidates c ON c.id = k.candidate_id
     JOIN staff s ON s.id = k.prepared_by
     WHERE k.state = 'prepared' AND (? IS NULL OR k.institute_code = ?) ORDER BY k.id LIMIT 200`,
  )
  const signed = sqlite.prepare<[string, number], SignedDay>(
    `SELECT d.institute_code AS instituteCode, d.day, d.signed_at AS signedAt, s.full_name AS signedBy, d.admitted,
       d.not_recorded AS notRecorded
     FROM institute_days d JOIN staff s ON s.id = d.signed_by WHERE d.institute_code = ? AND d.round = ? ORDER BY d.day`,
  )
  const signedOn = sqlite
    .prepare<[number, string], string>('SELECT institute_code FROM institute_days WHERE round = ? AND day = ?')
    .pluck()

  return {
    person: (userId: string): Person | undefined => person.get(userId),
    /** The people behind ids, by id. */
    people: (ids: readonly number[]): Map<number, Person> =>
      new Map(people.all(JSON.stringify(ids)).map((one) => [one.id, one])),

    /** The institute and course of a choice code, in the seat matrix of a round's published run. */
    instituteAt: (round: number, choiceCode: string) => instituteAt.get(round, choiceCode),
    /** The courses of an institute in a round; empty for one that the round does not know. */
    coursesAt: (round: number, institute: string) => coursesAt.all(round, institute),
    /** Did a published round allot a seat at this institute? It is one of `institutesOf` then. */
    isInRound: (round: number, institute: string): boolean => isInRound.get({ round, institute }) === 1,
    /** Institutes at which a published round allotted a seat, in pieces by code. */
    institutesOf: (round: number, after: string, limit: number): InstituteOfRound[] =>
      institutesOf.all(round, after, limit),

    /** The admission for the seat of a round; a retained seat keeps that of the round that gave it. */
    admission(candidateId: number, round: number): Admission | null {
      const row = admission.get({ candidateId, round })
      return row ? parsed(row) : null
    },
    /** The candidate's admission in force: that of the newest round. */
    newestAdmission(candidateId: number): Admission | null {
      const row = newestAdmission.get(candidateId)
      return row ? parsed(row) : null
    },
    /** Pages and files of the admitted of `institute`, the reach. */
    admitted,
    addAdmission: (
      row: Omit<typeof admissions.$inferInsert, 'seen' | 'awaited'> & Pick<Admission, 'seen' | 'awaited'>,
    ) =>
      Number(
        orm
          .insert(admissions)
          .values({ ...row, seen: JSON.stringify(row.seen), awaited: JSON.stringify(row.awaited) })
          .run().lastInsertRowid,
      ),
    undoAdmission: (id: number, undoneAt: Instant): void =>
      void orm.update(admissions).set({ undoneAt }).where(eq(admissions.id, id)).run(),

    /** When the institute had admitted the candidate to the seat of a round that an order took back with the admission; null otherwise. */
    withdrawnOf: (candidateId: number, round: number): Instant | null => withdrawnOf.get(candidateId, round) ?? null,
    /** The admissions of an institute that orders withdrew with the seats of a round, newest first; null: those not noted. */
    withdrawn: (institute: string, round: number | null): WithdrawnAdmission[] => withdrawn.all({ institute, round }),
    seeWithdrawal: (id: number, withdrawalSeenAt: Instant): void =>
      void orm.update(admissions).set({ withdrawalSeenAt }).where(eq(admissions.id, id)).run(),

    addReset: (row: typeof seatResets.$inferInsert): void => void orm.insert(seatResets).values(row).run(),
    /** The resets of a round, newest first. */
    resets: (candidateId: number, round: number): Reset[] => resets.all(candidateId, round),

    correction(id: number): Correction | undefined {
      const row = correction.get(id)
      return row && parsed(row)
    },
    /** Corrections that wait for a second person: an institute's, or (null) everybody's. */
    waiting: (institute: string | null): Correction[] => waiting.all(institute, institute).map(parsed),
    addCorrection: (
      row: Omit<typeof admissionCorrections.$inferInsert, 'seen' | 'awaited'> & Pick<Correction, 'seen' | 'awaited'>,
    ): number =>
      Number(
        orm
          .insert(admissionCorrections)
          .values({ ...row, seen: JSON.stringify(row.seen), awaited: JSON.stringify(row.awaited) })
          .run().lastInsertRowid,
      ),

    /** The days of a round that an institute has signed, in order. */
    signed: (institute: string, round: number): SignedDay[] => signed.all(institute, round),
    /** The institutes that have signed one day of a round. */
    signedOn: (round: number, day: string): Set<string> => new Set(signedOn.all(round, day)),
    sign: (rows: readonly (typeof instituteDays.$inferInsert)[]): void =>
      void orm
        .insert(instituteDays)
        .values([...rows])
        .run(),
  }
}
