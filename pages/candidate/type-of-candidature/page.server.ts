import type { Page } from '../../../server/services'
import { loadStep, saveStep } from '../../application-parts/step'

export const texts = ['steps', 'scrutiny'] as const

export const load = (page: Page) => loadStep(page, 'type-of-candidature')

export const action = (page: Page) => saveStep(page, 'type-of-candidature')
