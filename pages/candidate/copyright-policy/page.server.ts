import { policyView } from '#pages/parts/policies/views.ts'

export const texts = ['policies'] as const
export const isCacheable = true
export const load = policyView
