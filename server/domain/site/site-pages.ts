import type { CandidateRoute } from '#server/domain/terms/routes.ts'

/** The pages about the site itself, as the footer lists them. Source: rules §11.4. */
export const sitePages = [
  'accessibility',
  'screen-reader',
  'sitemap',
  'copyright-policy',
  'hyperlinking-policy',
  'archival-policy',
  'site-feedback',
] as const satisfies readonly CandidateRoute[]

/** The keys of their titles, in full, so that the build finds which texts a page shows. */
export const titlesOfSitePages = {
  accessibility: 'shell:title.accessibility',
  'screen-reader': 'shell:title.screen-reader',
  sitemap: 'shell:title.sitemap',
  'copyright-policy': 'shell:title.copyright-policy',
  'hyperlinking-policy': 'shell:title.hyperlinking-policy',
  'archival-policy': 'shell:title.archival-policy',
  'site-feedback': 'shell:title.site-feedback',
} as const satisfies Readonly<Record<(typeof sitePages)[number], string>>

/** The pages that search engines may list: none that names a candidate, and none that only continues another. */
export const indexedPages = [
  'home',
  'registration',
  'notifications',
  'news',
  'importantdate',
  'faq',
  'download',
  'fclist',
  'application_Fee',
  'institude-list',
  'institude-list/:code',
  'seat-matrix',
  'institute-wise-vacancy',
  'closing-merit',
  'chances',
  'verification',
  'public-log',
  'contactus',
  'privacyandpolicy',
  ...sitePages,
] as const satisfies readonly CandidateRoute[]

/** May search engines list the page of this route? */
export const isIndexed = (route: string): boolean => (indexedPages as readonly string[]).includes(route)
