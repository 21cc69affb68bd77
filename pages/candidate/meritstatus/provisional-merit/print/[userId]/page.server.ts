import { printedView } from '#pages/parts/merit-pages/status.server.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['meritpages', 'meritstatus'] as const
export const layout = 'bare' as const

export const load = (page: Page<'meritstatus/provisional-merit/print/:userId'>) => printedView(page, 'provisional')
