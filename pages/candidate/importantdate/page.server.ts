import type { Page } from '../../../server/services'
import { eventsOf } from '../../parts/notices/events'
import { scheduleView } from '../../parts/notices/views'

export const texts = ['notices'] as const
export const isCacheable = true
export const structured = eventsOf
export const updatedAt = ({ services }: Page) => services.notices.scheduleChangedAt()
export const title = ({ t }: Page) => t('notices:dates.title')
export const load = scheduleView
