import { beginningWith, homeOf } from '#pages/parts/application/home.server.ts'
import { loadStep, saveStep } from '#pages/parts/application/step.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['steps', 'scrutiny', 'days'] as const

/**
 * The step. Until it is saved, the places of the examinations begin with the state and district given at registration;
 * for type A with Maharashtra, where both were passed; and the domicile with what the finder of types was told.
 */
export function load(page: CandidatePage) {
  const view = loadStep(page, 'type-details')
  const home = homeOf(page, view)
  const { type } = page.services.application.answers(page.actor.candidateId)['type-of-candidature'] ?? {}
  const domicile = domicileOf(type, page.query.domicile)
  const state = type === 'A' ? 'MH' : home?.state
  if (!state) return beginningWith(view, domicile)
  const shown = type === 'A' ? onlyIn(state, view, page.t('steps:only-maharashtra')) : view
  const district: Record<string, string> = home?.state === state ? { examDistrict: home.district } : {}
  return beginningWith(shown, { sscState: state, examState: state, ...district, ...domicile })
}

/** What the step asks of the domicile, as the finder of types was told; empty if that does not answer it. */
function domicileOf(type: string | undefined, said: string | undefined): Record<string, string> {
  if (type === 'A' && said === 'self') return { tie: 'domicile' }
  if (type === 'A' && (said === 'birth' || said === 'birth-and-parent')) return { tie: 'birth' }
  if (type === 'B' && said === 'self') return { domicileHolder: 'candidate' }
  return type === 'OMS' && said === 'none' ? { domicile: 'no' } : {}
}

/** The view without the other states, which this type does not allow; the first of the two questions says so. */
function onlyIn(state: string, view: ReturnType<typeof loadStep>, hint: string): ReturnType<typeof loadStep> {
  const sections = view.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) =>
      ['sscState', 'examState'].includes(question.name)
        ? {
            ...question,
            hint: question.name === 'sscState' ? hint : question.hint,
            options: question.options?.filter(({ value }) => value === state),
          }
        : question,
    ),
  }))
  return { ...view, sections }
}

export const action = (page: CandidatePage) => saveStep(page, 'type-details')
