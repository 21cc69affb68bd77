export const texts = ['screenreader'] as const
export const isCacheable = true
