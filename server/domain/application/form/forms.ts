import type { Question, QuestionStep, StepForm } from '#server/domain/terms/question.ts'
import { categoryDetailsForm } from './category-details'
import type { FormRules } from './form-rules'
import { personalDetailsForm } from './personal-details'
import { qualificationsDetailsForm } from './qualifications-details'
import { typeDetailsForm } from './type-details'
import { typeOfCandidatureForm } from './type-of-candidature'

export type StepForms = Readonly<Record<QuestionStep, StepForm>>

/** Makes the five forms of a course from its profile; make them once and keep them. */
export const stepForms = (rules: FormRules): StepForms => ({
  'type-of-candidature': withLists(typeOfCandidatureForm(rules), rules),
  'type-details': withLists(typeDetailsForm(rules), rules),
  'category-details': withLists(categoryDetailsForm(rules), rules),
  'qualifications-details': withLists(qualificationsDetailsForm(rules), rules),
  'personal-details': withLists(personalDetailsForm(rules), rules),
})

/** The form with the portal's lists at each question that takes its answer from one. */
function withLists(form: StepForm, { lists }: FormRules): StepForm {
  if (!lists) return form
  const listed = (question: Question): Question => (question.list ? { ...question, lists } : question)
  const sections = form.sections.map((section) => ({ ...section, questions: section.questions.map(listed) }))
  return { ...form, sections }
}
