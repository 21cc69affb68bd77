/**
 * The admission in force for the seat that a round allotted, as SQL: a retained seat keeps that of an earlier round until
 * another seat is allotted. `candidate` and `round`: SQL expressions.
 */
export const admissionFor = (candidate: string, round: string): string => `(
  SELECT w.id FROM admissions w WHERE w.candidate_id = ${candidate} AND w.undone_at IS NULL AND w.round <= ${round}
    AND NOT EXISTS (SELECT 1 FROM allotments g JOIN allotment_runs h ON h.id = g.run_id AND h.state = 'published'
      WHERE g.candidate_id = w.candidate_id AND g.retained = 0 AND h.round > w.round AND h.round <= ${round})
  ORDER BY w.round DESC LIMIT 1)`

/**
 * True, as SQL, of an admission that counts: not undone, its seat neither left for a better one nor ended, and its facts not
 * reset since. `admission`: the alias of the row of `admissions`.
 */
export const isAdmissionInForce = (admission: string): string => `${admission}.undone_at IS NULL
  AND NOT ${isReplacedAdmission(admission)}
  AND NOT EXISTS (SELECT 1 FROM cancellations x WHERE x.candidate_id = ${admission}.candidate_id)
  AND NOT EXISTS (SELECT 1 FROM seat_endings z
    WHERE z.candidate_id = ${admission}.candidate_id AND z.at >= ${admission}.admitted_at)
  AND NOT EXISTS (SELECT 1 FROM seat_resets y
    WHERE y.candidate_id = ${admission}.candidate_id AND y.at >= ${admission}.admitted_at)`

/**
 * True, as SQL, of an admission whose seat its candidate has left for a better one of a later round. `admission`: the
 * alias of the row of `admissions`.
 */
const isReplacedAdmission = (admission: string): string => `EXISTS (
  SELECT 1 FROM allotments g JOIN allotment_runs h ON h.id = g.run_id AND h.state = 'published'
  WHERE g.candidate_id = ${admission}.candidate_id AND g.retained = 0 AND h.round > ${admission}.round)`
