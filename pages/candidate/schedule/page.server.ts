import { scheduleView } from '../../notices-parts/views'

export const texts = ['notices'] as const
export const load = scheduleView
