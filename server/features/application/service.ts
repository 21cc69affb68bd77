import { stepForms } from '../../domain/application-form/forms'
import type { ApplicationDeps } from './deps'
import { createFacts } from './facts'
import { createStanding } from './standing'
import { createSteps } from './steps'
import { createSubmission } from './submission'
import { createVersions } from './versions'

export type { Standing } from './standing'

/** The application of a candidate: where it stands, its steps, its submission, its versions. Source: decisions §3. */
export function createApplication(deps: ApplicationDeps) {
  const forms = stepForms(deps.course.form)
  const facts = createFacts(deps)
  const versions = createVersions(deps, forms)
  const { keepIfSubmitted: _, record: __, ...versionCases } = versions
  return {
    /** The questions of every step, as this course asks them. */
    forms,
    ...createStanding(deps, facts),
    ...versionCases,
    ...createSteps(deps, forms, facts, versions),
    ...createSubmission(deps, facts, versions),
  }
}

export type Application = ReturnType<typeof createApplication>
