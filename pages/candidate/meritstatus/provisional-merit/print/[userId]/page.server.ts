import type { Page } from '../../../../../../server/services'
import { printedView } from '../../../../../parts/merit-pages/status.server'

export const texts = ['lookup', 'meritpages'] as const
export const layout = 'bare' as const

export const load = (page: Page<'meritstatus/provisional-merit/print/:userId'>) => printedView(page, 'provisional')
