import { beginningWith, homeOf } from '#pages/parts/application/home.server.ts'
import { loadStep, saveStep } from '#pages/parts/application/step.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['steps', 'scrutiny', 'days'] as const

/**
 * The step. Until it is saved, the places of the examinations begin with the state and district given at registration;
 * for type A with Maharashtra, where both were passed; and the domicile with what the finder of types was told, which the
 * question then says.
 */
export function load(page: CandidatePage) {
  const { type } = page.services.application.answers(page.actor.candidateId)['type-of-candidature'] ?? {}
  const said = page.query.domicile
  const domicile = domicileOf(type, said)
  const loaded = loadStep(page, 'type-details')
  const view = loaded.saved ? loaded : withHints(loaded, hintsOf(page, type, said, domicile))
  const home = homeOf(page, view)
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

/** What the questions about the domicile say of the answer that the finder of types was given. */
function hintsOf({ t }: CandidatePage, type: string | undefined, said: string | undefined, begun: object): Hints {
  const isParent = type === 'B' && (said === 'parent' || said === 'birth-and-parent')
  const filled = Object.keys(begun).map((name) => [name, t('steps:told.filled')])
  return Object.fromEntries([...filled, ...(isParent ? [['domicileHolder', t('steps:told.parent')]] : [])])
}

type Hints = Readonly<Record<string, string>>

const withHints = (view: ReturnType<typeof loadStep>, hints: Hints): ReturnType<typeof loadStep> => ({
  ...view,
  sections: view.sections.map((section) => ({
    ...section,
    questions: section.questions.map((one) => ({ ...one, hint: hints[one.name] ?? one.hint })),
  })),
})

/** The view without the other states, which this type does not allow; the first of the two questions says so. */
function onlyIn(state: string, view: ReturnType<typeof loadStep>, hint: string): ReturnType<typeof loadStep> {
  const sections = view.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) =>
      ['sscState', 'examState'].includes(question.name)
        ? { ...question, options: question.options?.filter(({ value }) => value === state) }
        : question,
    ),
  }))
  return withHints({ ...view, sections }, { sscState: hint })
}

export const action = (page: CandidatePage) => saveStep(page, 'type-details')
