import type { CivilDate } from '../../kernel/time'
import type { EligibilityRules } from '../eligibility'
import type { ScrutinyMode } from '../journey'
import type { CandidatureType } from './claims'

/** In which way one course's application form differs from another's: data of the course profile. */
export type FormRules = {
  /** The types of candidature on offer, in the order in which they are shown. */
  types: readonly CandidatureType[]
  modes: readonly Exclude<ScrutinyMode, 0>[]
  /**
   * What the candidate must have passed: a `degree` (SSC, HSC or diploma, degree are asked), or `hsc-science` (SSC,
   * HSC and the marks of its science subjects). Type details and the words of the types follow it.
   */
  qualification: 'degree' | 'hsc-science'
  eligibility: EligibilityRules
  /** The year in which the course begins: everything must have been passed by then. */
  admissionYear: number
  /** Whole years; a younger birth date is a slip. */
  minimumAge: number
  /** A non-creamy-layer certificate must be valid on this day. */
  nonCreamyLayerValidOn: CivilDate
  /** Rupees a year: TFWS and EWS are for families with less than this. */
  familyIncomeLimit: number
  /** The districts of the Maharashtra–Karnataka border area (type E). */
  borderDistricts: readonly string[]
}
