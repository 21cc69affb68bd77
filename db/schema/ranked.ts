/** SQL: when late registration begins; never if the schedule has none. */
const lateFrom = "coalesce((SELECT opens_at FROM activities WHERE key = 'late-registration'), 9e15)"

/**
 * SQL: true if an application `a` is ranked. It must be confirmed, and submitted before late registration began,
 * because late registration fills seats outside the rounds. A form confirmed before then was also submitted before
 * then.
 */
export const isRanked = `a.confirmed_at IS NOT NULL AND (a.confirmed_at < ${lateFrom} OR
  (SELECT submitted_at FROM application_versions WHERE candidate_id = a.candidate_id AND number = 1) < ${lateFrom})`
