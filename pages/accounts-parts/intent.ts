import type { Page } from '../../server/services'

/** The button or form of a page that was used, where it has several; undefined for its main one. */
export const intentOf = ({ request }: Page): string | undefined =>
  (request.body as Record<string, string | undefined> | null)?.intent
