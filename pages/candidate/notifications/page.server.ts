import { newestOf, noticeListView } from '#pages/parts/notices/views.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['notices', 'news'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) => newestOf(services, 'notice')

/** The notices that the address asks for. */
export const load = (page: Page) => noticeListView(page, 'notice')
