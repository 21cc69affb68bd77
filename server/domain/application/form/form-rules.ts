import type { CandidatureType } from '#server/domain/terms/claims.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import type { ScrutinyMode } from '#server/domain/terms/journey.ts'
import type { Lists, Section } from '#server/domain/terms/question.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import type { EligibilityRules } from './eligibility'

/** Examinations whose questions, document and fact of scrutiny ship with the portal. */
export type ShippedExamination = 'ssc' | 'hsc' | 'diploma' | 'iti'

/**
 * A way of qualifying that no shipped course has, as data. `sections`: of step 3, in order, a shipped examination by its
 * name. Questions of other sections have their words in the profile (`CourseProfile.words`); marks named `x` or `xMarks`
 * are out of `xOutOf`. `criteria`: those of merit that the cell may choose from. Source: rules §3.6, §13.1.
 */
export type QualificationPlan = {
  sections: readonly (ShippedExamination | Section)[]
  criteria: readonly MeritCriterion[]
  /** The question for the marks whose percentage makes eligible (`EligibilityRules`, `marks`). */
  eligibleBy: string
}

/** The shape of a course's application form. */
export type FormShape = {
  /** The types of candidature on offer, in the order in which they are shown. */
  types: readonly CandidatureType[]
  modes: readonly Exclude<ScrutinyMode, 0>[]
  /**
   * The required qualification: a `degree` (asks for SSC, HSC or diploma, and degree), or `hsc-science` (asks for SSC,
   * HSC and the marks of its science subjects, or an ITI course where the season admits it), or a plan of the course's
   * own. Type details and the words of the types depend on it: a plan has those of a course after school.
   */
  qualification: 'degree' | 'hsc-science' | QualificationPlan
  /** Types of seat that the course does not have; nobody is asked for a claim that only they serve. */
  withoutSeatTypes?: readonly SeatType[]
}

/** The limits of the form; values of the season. */
export type FormLimits = {
  eligibility: EligibilityRules
  /** Whole years; a birth date that makes the candidate younger is a slip. */
  minimumAge: number
  /** A non-creamy-layer certificate must be valid on this day. */
  nonCreamyLayerValidOn: CivilDate
  /** A year: TFWS and EWS are for families with less than this. */
  familyIncomeLimit: Paise
  /** The districts of the Maharashtra–Karnataka border area (type E). */
  borderDistricts: readonly string[]
}

export type FormRules = FormShape &
  FormLimits & {
    /** The year in which the course begins; every examination must have been passed by then. */
    admissionYear: number
    /** The portal's lists; as shipped by default. */
    lists?: Lists
  }

/** True if an ITI certificate may take the place of HSC. Source: rules §3.6. */
export const takesIti = ({ qualification, eligibility }: Pick<FormRules, 'qualification' | 'eligibility'>): boolean =>
  typeof qualification === 'object'
    ? qualification.sections.includes('iti')
    : eligibility.of === 'hsc-science' && eligibility.isItiEnough
