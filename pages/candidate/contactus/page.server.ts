import { contactView } from '#pages/parts/notices/views.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['contact'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) => services.content.changedAt('contact', 'head')
export const load = ({ services, language }: Page) => contactView(services, language)
