import type { Translate } from '#server/i18n/page-text.ts'

export const texts = ['error'] as const

/** The prescribed title; a closed record has its own, because nothing unexpected has happened. */
export const title = ({ t }: { t: Translate }, { reason }: { reason: string | null }): string =>
  t(reason ? 'error:heading-closed' : 'error:title')
