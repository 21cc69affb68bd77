import { stepForms } from '#server/domain/application/form/forms.ts'
import type { QuestionStep } from '#server/domain/terms/question.ts'
import { type FormReader, formText } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { createDeadline } from './deadline'
import type { ApplicationDeps } from './deps'
import { createFacts } from './facts'
import { createOutcomes } from './outcomes'
import { createFormReminders } from './reminders'
import { createStanding } from './standing'
import { createSteps } from './steps'
import { createSubmission } from './submission'
import { createVersions } from './versions'

/** A candidate's application: its state, its steps, its submission, its versions. Source: rules §3.3. */
export function createApplication(deps: ApplicationDeps) {
  const forms = stepForms(deps.course.form)
  const facts = createFacts(deps)
  const deadline = createDeadline(deps, facts)
  const versions = createVersions(deps, forms)
  const { keepIfSubmitted: _, record: __, ...versionCases } = versions
  return {
    /** The questions of every step, as this course asks them. */
    forms,
    factsOf: facts.factsOf,
    reminders: createFormReminders(deps, facts),
    /** A question's own words. */
    questionLabel: (step: QuestionStep, question: string, language: Language, reader?: FormReader): string =>
      formText(reader ?? 'candidate', language, `form:${step}.${question}`),
    ...createStanding(deps, facts),
    ...versionCases,
    ...createSteps(deps, forms, facts, versions, deadline),
    ...createSubmission(deps, facts, versions, deadline),
    ...createOutcomes(deps, facts, forms, versions),
  }
}

export type Application = ReturnType<typeof createApplication>
