import type { CandidatePage } from '../../../server/services'
import { loadStep, saveStep } from '../../parts/application/step'

export const texts = ['steps', 'scrutiny'] as const

export const load = (page: CandidatePage) => loadStep(page, 'type-details')

export const action = (page: CandidatePage) => saveStep(page, 'type-details')
