import type { CandidatePage } from '../../../server/services'
import { ownView } from '../../parts/merit-pages/own'

export const texts = ['meritpages'] as const

export const load = (page: CandidatePage) => ownView(page, 'final')
