import type { Page } from '../../../server/services'
import { noticesView } from '../../parts/notices/views'

export const texts = ['content'] as const
export const isCacheable = true

/** The questions that the cell has answered, in its order. */
export const load = ({ services, language }: Page) => ({ questions: noticesView(services, language, 'faq') })
