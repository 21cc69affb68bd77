export const texts = ['policies'] as const
export const isCacheable = true
