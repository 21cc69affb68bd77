export const texts = ['sitemap'] as const
export const isCacheable = true
