import { feesView, feeTimesView } from '#pages/parts/notices/views.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['fees'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) => services.content.currentFees().effectiveAt
export const load = ({ services, language }: Page) => ({
  fees: feesView(services),
  ...feeTimesView(services, language),
})
