import type { Paise } from '../../../kernel/money'
import type { CivilDate } from '../../../kernel/time'
import type { EligibilityRules } from '../../claims/eligibility'
import type { ScrutinyMode } from '../journey'
import type { CandidatureType } from './claims'
import type { Lists } from './question'

/** The shape of a course's application form. */
export type FormShape = {
  /** The types of candidature on offer, in the order in which they are shown. */
  types: readonly CandidatureType[]
  modes: readonly Exclude<ScrutinyMode, 0>[]
  /**
   * The required qualification: a `degree` (asks for SSC, HSC or diploma, and degree), or `hsc-science` (asks for SSC,
   * HSC and the marks of its science subjects, or an ITI course where the season admits it). Type details and the words of the types depend on it.
   */
  qualification: 'degree' | 'hsc-science'
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
