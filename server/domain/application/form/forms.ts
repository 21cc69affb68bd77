import { categoryDetailsForm } from './category-details'
import type { FormRules } from './form-rules'
import { personalDetailsForm } from './personal-details'
import { qualificationsDetailsForm } from './qualifications-details'
import type { QuestionStep, StepForm } from './question'
import { typeDetailsForm } from './type-details'
import { typeOfCandidatureForm } from './type-of-candidature'

export type StepForms = Readonly<Record<QuestionStep, StepForm>>

/** Makes the five forms of a course from its profile; make them once and keep them. */
export const stepForms = (rules: FormRules): StepForms => ({
  'type-of-candidature': typeOfCandidatureForm(rules),
  'type-details': typeDetailsForm(rules),
  'category-details': categoryDetailsForm(rules),
  'qualifications-details': qualificationsDetailsForm(rules),
  'personal-details': personalDetailsForm(rules),
})
