import type { CandidatePage } from '../../../server/services'
import { loadStep, saveStep } from '../../parts/application/step'

export const texts = ['steps', 'scrutiny'] as const

/** The step. Until it is saved, its address begins with the state and district given at registration. */
export function load(page: CandidatePage) {
  const view = loadStep(page, 'personal-details')
  const places = view.sections.flatMap(({ questions }) => questions).find(({ name }) => name === 'district')?.options
  const home = places?.find(({ value }) => value === page.services.centres.homeDistrict(page.actor))
  if (view.saved || !home?.group) return view
  return { ...view, values: { state: home.group, district: home.value, ...view.values } }
}

export const action = (page: CandidatePage) => saveStep(page, 'personal-details')
