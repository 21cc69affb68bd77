import type { Page } from '#server/features/index.ts'

/** The name of the button or form that posted, on a page with several; undefined for the main form. */
export const intentOf = ({ posted }: Page): string | undefined =>
  typeof posted.intent === 'string' ? posted.intent : undefined
