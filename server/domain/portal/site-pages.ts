import type { CandidateRoute } from './routes'

/** The pages about the site itself, as the footer lists them. Source: rules §11.4. */
export const sitePages = [
  'accessibility',
  'screen-reader',
  'sitemap',
  'copyright-policy',
  'hyperlinking-policy',
  'archival-policy',
] as const satisfies readonly CandidateRoute[]
