/** The nine steps of the application, in order; a step's number is its index here. Source: rules §3.3. */
export const steps = [
  'type-of-candidature',
  'type-details',
  'category-details',
  'qualifications-details',
  'personal-details',
  'photo-details',
  'documents-details',
  'payment',
  'print-pdf',
] as const
export type StepSlug = (typeof steps)[number]
export type StepNumber = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** The scrutiny modes: 1 e-scrutiny, 2 at a facilitation centre; 0 until the candidate chooses. */
export type ScrutinyMode = 0 | 1 | 2

/** The last step: check answers, declaration, submit, print. */
export const printStep: StepNumber = 8

export type JourneyFacts = {
  /** Bit n is set when step n is complete. */
  completedSteps: number
  /** Submitted at least once, and no step has been reopened since. */
  isSubmitted: boolean
}

/**
 * `fill_status`: the number of the first step not yet complete; 8 when only Print is left.
 * It stays 8 after submission. Source: rules §3.1.
 */
export function fillStatus(facts: JourneyFacts): StepNumber {
  if (facts.isSubmitted) return printStep
  for (let step = 0; step < printStep; step++) {
    if (!isStepComplete(facts.completedSteps, step)) return step as StepNumber
  }
  return printStep
}

export const isStepComplete = (completedSteps: number, step: number): boolean => (completedSteps & (1 << step)) !== 0
