import type { CandidatePage } from '#server/features/index.ts'
import type { loadStep } from './step'

type StepView = ReturnType<typeof loadStep>

/** The state and district given at registration, by their codes; null if they are not in the lists. */
export function homeOf({ services, actor }: CandidatePage, { sections }: StepView) {
  const code = services.centres.homeDistrict(actor.candidateId)
  const districts = sections.flatMap(({ questions }) => questions).filter(({ options }) => options)
  const found = districts.flatMap(({ options }) => options!).find(({ value, group }) => value === code && group)
  return found?.group ? { state: found.group, district: found.value } : null
}

/** A step that is not saved yet begins with these answers. */
export const beginningWith = (view: StepView, values: Readonly<Record<string, string>>): StepView =>
  view.saved ? view : { ...view, values: { ...values, ...view.values } }
