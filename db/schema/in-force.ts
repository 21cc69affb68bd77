/** The id of the final merit list in force, as SQL; null before one is published. */
export const finalMeritInForce = `(SELECT id FROM merit_editions WHERE stage = 'final' AND state = 'published'
  ORDER BY number DESC LIMIT 1)`

/** The id of the seat matrix in force, as SQL; null before one is published. */
export const seatMatrixInForce = `(SELECT id FROM seat_matrix_editions WHERE state = 'published'
  ORDER BY number DESC LIMIT 1)`

/** A seating of J&K migrants, or their alias, that two people have put in force, then or now. */
export const isJkReleased = (s: string) => `(${s}.state IN ('published', 'superseded') AND ${s}.decided_at IS NOT NULL)`

/** The seat of a released seating that no later one has changed or taken: its letter counts. `a`: the allotment, `s`: its seating. */
export const jkSeatCounts = (a: string, s: string) => `(${isJkReleased(s)} AND NOT EXISTS (
  SELECT 1 FROM jk_seatings later
  LEFT JOIN jk_allotments now ON now.seating_id = later.id AND now.candidate_id = ${a}.candidate_id
  WHERE later.id > ${s}.id AND ${isJkReleased('later')} AND now.choice_code IS NOT ${a}.choice_code))`

/** J&K migrants whom the institute of their seat has admitted, as SQL: each with the choice code. */
export const jkAdmitted = `(SELECT m.candidate_id, m.choice_code
  FROM jk_seatings s JOIN jk_allotments a ON a.seating_id = s.id
  JOIN jk_admissions m ON m.candidate_id = a.candidate_id AND m.choice_code = a.choice_code
  WHERE s.state = 'published'
    AND NOT EXISTS (SELECT 1 FROM applications x WHERE x.candidate_id = m.candidate_id AND x.excluded_at IS NOT NULL))`
