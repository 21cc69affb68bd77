/**
 * The criteria by which candidates are compared. A course lists its criteria in order (`Course.merit`); the smaller
 * Application ID breaks the remaining ties. Source: rules §7.1.
 */
const meritCriteria = ['degree', 'hsc-or-diploma', 'ssc', 'pcm', 'mathematics', 'physics', 'hsc', 'birth-date'] as const
export type ShippedCriterion = (typeof meritCriteria)[number]

/**
 * A criterion: one that ships, or the marks of questions that a course asks for, with `+` between them
 * (`marks-drawing+mathematics`), whose words are the course's.
 */
export type MeritCriterion = ShippedCriterion | `marks-${string}`

/** The criterion that put a candidate below the one before. */
export type DecidedBy = MeritCriterion | 'application-id'

/** Is this one of a course's own criteria? */
export const isOwnCriterion = (criterion: DecidedBy): criterion is `marks-${string}` => criterion.startsWith('marks-')

/** The key of a criterion's words. */
export const criterionText = (criterion: DecidedBy) =>
  `merit:criterion.${criterion}` as `merit:criterion.${ShippedCriterion | 'application-id'}`

/** The key of a criterion's words in lists and letters, which say them more briefly; a course's own has one wording. */
export const listCriterionText = <C extends DecidedBy>(criterion: C) =>
  (isOwnCriterion(criterion)
    ? criterionText(criterion)
    : `meritpages:criterion.${criterion}`) as `meritpages:criterion.${Exclude<C, `marks-${string}`>}`
