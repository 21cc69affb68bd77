import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { admissionChecks } from '#db/schema/admission-checks.ts'
import { isAdmissionInForce } from '#db/schema/admitted.ts'
import { jkAdmitted } from '#db/schema/in-force.ts'
import type { CheckVerdict } from '#server/domain/admission/tally.ts'

/** A course in the seat matrix of a published run; the newest run comes last. */
type CourseSeats = {
  choiceCode: string
  course: string
  code: string
  institute: string
  district: string
  /** Its seats in the matrix of the newest published run; 0 in an older one. */
  intake: number
}

/** What a report needs of a candidate besides the seat. */
type Counted = { candidateId: number; category: string | null; isAwaited: 0 | 1 }

/** An admission with its second check. */
export type CheckedAdmission = {
  id: number
  candidateId: number
  userId: string
  fullName: string
  category: string | null
  admittedAt: number
  /** The member of the institute who admitted, and the originals seen then, as JSON. */
  admittedBy: string
  seen: string
  /** The documents awaited on the day of admission, as JSON; each with the present certificate's verdict. */
  awaited: string
  verdict: CheckVerdict | null
  reason: string | null
  checkedAt: number | null
  checkedBy: string | null
  /** What the institute answered to the objection in force. */
  answer: string | null
  answeredAt: number | null
}

/** An objection that the institute has answered waits for the office again. */
export type CheckStanding = CheckVerdict | 'answered'

export type AdmissionReportsStore = ReturnType<typeof admissionReportsStore>

/** An admission in force to which the regional office objected, with the institute's answer. */
export type Objection = {
  admissionId: number
  candidateId: number
  userId: string
  fullName: string
  reason: string
  at: number
  answer: string | null
  answeredAt: number | null
}

/**
 * The only writer of `admission_checks`.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function admissionReportsStore({ orm, sqlite }: Database) {
  const courses = sqlite.prepare<[], CourseSeats>(`
    SELECT k.choice_code AS choiceCode, k.course, k.institute_code AS code, k.institute, k.district,
      CASE WHEN r.round = (SELECT max(round) FROM allotment_runs WHERE state = 'published')
        THEN coalesce((SELECT sum(p.count) FROM seat_matrix_pools p
          WHERE p.edition_id = k.edition_id AND p.choice_code = k.choice_code), 0) ELSE 0 END AS intake
    FROM allotment_runs r JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id
    WHERE r.state = 'published' ORDER BY r.round, k.choice_code`)
  const jkAdmissions = sqlite.prepare<[], { code: string; count: number }>(`
    SELECT k.institute_code AS code, count(*) AS count
    FROM ${jkAdmitted} j JOIN seat_matrix_courses k ON k.choice_code = j.choice_code AND k.edition_id =
      (SELECT max(o.edition_id) FROM seat_matrix_courses o JOIN allotment_runs r ON r.seat_matrix_edition_id = o.edition_id
        WHERE r.state = 'published' AND o.choice_code = j.choice_code)
    GROUP BY k.institute_code`)
  // The candidate's entries first: the planner would read the whole edition for each candidate.
  const categoryOf = `(SELECT e.category FROM merit_entries e INDEXED BY merit_entries_candidate
    WHERE e.candidate_id = ids.value AND e.edition_id =
      (SELECT r.merit_edition_id FROM allotment_runs r WHERE r.round = @round AND r.state = 'published') LIMIT 1)`
  const counted = sqlite.prepare<{ ids: string; round: number }, Counted>(`
    SELECT ids.value AS candidateId, ${categoryOf} AS category,
      EXISTS (SELECT 1 FROM admissions m
        WHERE m.candidate_id = ids.value AND m.undone_at IS NULL AND m.awaited <> '[]') AS isAwaited
    FROM json_each(@ids) ids`)
  const admissions = sqlite.prepare<{ ids: string; round: number; institute: string }, CheckedAdmission>(`
    SELECT m.id, c.id AS candidateId, c.user_id AS userId, c.full_name AS fullName, ${categoryOf} AS category,
      m.admitted_at AS admittedAt, h.full_name AS admittedBy, m.seen, k.verdict, k.reason, k.checked_at AS checkedAt,
      s.full_name AS checkedBy, k.answer, k.answered_at AS answeredAt,
      (SELECT json_group_array(json_object('kind', w.value, 'isThere', x.id IS NOT NULL, 'verdict', x.verdict))
        FROM json_each(m.awaited) w LEFT JOIN certificates x
          ON x.candidate_id = c.id AND x.kind = w.value AND x.superseded_at IS NULL) AS awaited
    FROM json_each(@ids) ids JOIN candidates c ON c.id = ids.value
      JOIN admissions m ON m.candidate_id = c.id AND m.round = @round AND m.undone_at IS NULL
        AND m.institute_code = @institute
      JOIN staff h ON h.id = m.admitted_by
      LEFT JOIN admission_checks k ON k.admission_id = m.id
      LEFT JOIN staff s ON s.id = k.checked_by`)
  const inForce = isAdmissionInForce('m')
  const standings = sqlite.prepare<[string], { standing: CheckStanding; count: number }>(`
    SELECT CASE WHEN k.answered_at IS NULL THEN k.verdict ELSE 'answered' END AS standing, count(*) AS count
    FROM admissions m JOIN admission_checks k ON k.admission_id = m.id
    WHERE m.institute_code = ? AND ${inForce} GROUP BY standing`)
  const places = sqlite.prepare<[], { code: string; district: string }>(`
    SELECT DISTINCT k.institute_code AS code, k.district
    FROM allotment_runs r JOIN seat_matrix_courses k ON k.edition_id = r.seat_matrix_edition_id WHERE r.state = 'published'`)
  const unchecked = sqlite.prepare<[string], { count: number; oldestAt: number | null }>(`
    SELECT count(*) AS count, min(m.admitted_at) AS oldestAt FROM admissions m
    WHERE m.institute_code IN (SELECT value FROM json_each(?)) AND ${inForce}
      AND NOT EXISTS (SELECT 1 FROM admission_checks k WHERE k.admission_id = m.id)`)
  const objections = sqlite.prepare<{ institute: string; userId: string | null }, Objection>(`
    SELECT m.id AS admissionId, m.candidate_id AS candidateId, c.user_id AS userId, c.full_name AS fullName, k.reason,
      k.checked_at AS at, k.answer, k.answered_at AS answeredAt
    FROM admission_checks k JOIN admissions m ON m.id = k.admission_id JOIN candidates c ON c.id = m.candidate_id
    WHERE k.verdict = 'objected' AND m.institute_code = @institute AND c.user_id = coalesce(@userId, c.user_id) AND ${inForce}
    ORDER BY k.answered_at IS NOT NULL, k.checked_at, m.id LIMIT 200`)
  const objected = (since: 'checked_at' | 'answered_at') =>
    sqlite.prepare<[string], { count: number; oldestAt: number | null }>(`
      SELECT count(*) AS count, min(k.${since}) AS oldestAt
      FROM admission_checks k JOIN admissions m ON m.id = k.admission_id
      WHERE k.verdict = 'objected' AND (k.answered_at IS NULL) = ${since === 'checked_at' ? 1 : 0}
        AND m.institute_code IN (SELECT value FROM json_each(?)) AND ${inForce}`)
  const [unanswered, answered] = [objected('checked_at'), objected('answered_at')]

  return {
    courses: (): CourseSeats[] => courses.all(),

    /** The admitted J&K migrants of each institute in a published round, by its code. */
    jkAdmitted: (): Map<string, number> => new Map(jkAdmissions.all().map(({ code, count }) => [code, count])),

    /** The category by which a round ranked these candidates, and whether a certificate is awaited. */
    counted: (candidateIds: readonly number[], round: number): Counted[] =>
      counted.all({ ids: JSON.stringify(candidateIds), round }),

    /** The admissions of these candidates in a round at an institute. */
    admissions: (candidateIds: readonly number[], round: number, institute: string): CheckedAdmission[] =>
      admissions.all({ ids: JSON.stringify(candidateIds), round, institute }),

    /** The number of an institute's admissions in force by the standing of their check; those without one are left out. */
    standings: (institute: string): Partial<Record<CheckStanding, number>> =>
      Object.fromEntries(standings.all(institute).map(({ standing, count }) => [standing, count])),
    /** The institutes of the published rounds, each with its district. */
    places: () => places.all(),
    /** The admissions in force at these institutes that nobody has checked. */
    unchecked: (institutes: readonly string[]) => unchecked.get(JSON.stringify(institutes))!,
    /** The objections to admissions of an institute, those without an answer first, each part oldest first. */
    objections: (institute: string): Objection[] => objections.all({ institute, userId: null }),
    /** The objection to the admission of one candidate there. */
    objection: (institute: string, userId: string): Objection | undefined => objections.get({ institute, userId }),

    /** The objections in force at these institutes that wait for an answer, and those that were answered. */
    unanswered: (institutes: readonly string[]) => unanswered.get(JSON.stringify(institutes))!,
    answered: (institutes: readonly string[]) => answered.get(JSON.stringify(institutes))!,
    answer: (admissionId: number, row: { answer: string; answeredAt: number; answeredBy: number }): void =>
      void orm.update(admissionChecks).set(row).where(eq(admissionChecks.admissionId, admissionId)).run(),

    check: (row: typeof admissionChecks.$inferInsert): void =>
      void orm
        .insert(admissionChecks)
        .values(row)
        .onConflictDoUpdate({
          target: admissionChecks.admissionId,
          set: { ...row, answer: null, answeredAt: null, answeredBy: null },
        })
        .run(),
  }
}
