import type { Translate } from '#server/i18n/page-text.ts'

export const texts = ['payments'] as const
export const title = ({ t }: { t: Translate }): string => t('payments:demo.title')

/** The view that the demo's routes give to this page. */
export type GatewayView = { amount: string; reference: string; isPaid: boolean }
