import type { Page } from '../../../../../../server/services'
import { printedView } from '../../../../../merit-pages-parts/status'

export const texts = ['lookup', 'meritpages'] as const
export const layout = 'bare' as const

export const load = (page: Page) => printedView(page, 'provisional')
