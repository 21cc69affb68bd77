import { loadStep, saveStep } from '#pages/parts/application/step.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['steps', 'scrutiny', 'days'] as const

export const load = (page: CandidatePage) => loadStep(page, 'category-details')

export const action = (page: CandidatePage) => saveStep(page, 'category-details')
