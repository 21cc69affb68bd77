import type { Translate } from '#server/i18n/page-text.ts'

export const texts = ['error'] as const

export const title = ({ t }: { t: Translate }): string => t('error:title')
