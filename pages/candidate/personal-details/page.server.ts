import { beginningWith, homeOf } from '#pages/parts/application/home.server.ts'
import { loadStep, saveStep } from '#pages/parts/application/step.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['steps', 'scrutiny', 'days'] as const

/** The step. Until it is saved, its address begins with the state and district given at registration. */
export function load(page: CandidatePage) {
  const view = loadStep(page, 'personal-details')
  return beginningWith(view, homeOf(page, view) ?? {})
}

export const action = (page: CandidatePage) => saveStep(page, 'personal-details')
