import type { Page } from '../../../server/services'

/** The button or form of a page that was used, where it has several; undefined for its main one. */
export const intentOf = ({ posted }: Page): string | undefined =>
  typeof posted.intent === 'string' ? posted.intent : undefined
