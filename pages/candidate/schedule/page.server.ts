import { scheduleView } from '../../parts/notices/views'

export const texts = ['notices'] as const
export const load = scheduleView
