import { scheduleView } from '#pages/parts/notices/views.ts'

export const texts = ['notices'] as const
export const load = scheduleView
