import { policyView } from '../../parts/policies/views'

export const texts = ['policies'] as const
export const isCacheable = true
export const load = policyView
