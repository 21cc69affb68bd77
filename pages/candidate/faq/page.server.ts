import type { Page } from '../../../server/services'
import { noticesView } from '../../parts/notices/views'

export const texts = ['content'] as const
export const isCacheable = true

/** The questions with the cell's answers, in the cell's order. */
export const load = ({ services, language }: Page) => ({ questions: noticesView(services, language, 'faq') })
