import type { Page } from '../../../server/services'
import { noticesView } from '../../parts/notices/views'

export const texts = ['notices', 'content'] as const
export const isCacheable = true

/** All published news. */
export const load = ({ services, language }: Page) => ({ news: noticesView(services, language, 'news') })
