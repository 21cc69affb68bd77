import { eventsOf } from '#pages/parts/notices/events.ts'
import { scheduleView } from '#pages/parts/notices/views.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['notices'] as const
export const isCacheable = true
export const structured = eventsOf
export const updatedAt = ({ services }: Page) => services.notices.scheduleChangedAt()
export const title = ({ t }: Page) => t('notices:dates.title')
export const load = scheduleView
