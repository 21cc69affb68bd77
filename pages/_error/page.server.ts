import type { Translate } from '#server/i18n/page-text.ts'

export const title = ({ t }: { t: Translate }): string => t('shell:error.title')
