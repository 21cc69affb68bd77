import type { Page } from '../../../server/services'
import { ownView } from '../../merit-pages-parts/own'

export const texts = ['meritpages'] as const

export const load = (page: Page) => ownView(page, 'final')
