import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['reminders'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.reminders')

/** Every reminder of the table with its counts, and when those to be reminded were counted. */
export async function load({ services, language }: DeskPage) {
  const { at, lines } = await services.reminders.overview()
  return { countedAt: formatDateTime(at, language), lines }
}
