import { ownView } from '#pages/parts/merit-pages/own.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['meritpages', 'meritlists', 'meritstatus', 'ownmerit'] as const

export const load = (page: CandidatePage) => ownView(page, 'final')
