import type { DeskPage } from '#server/features/index.ts'

export const texts = ['reminders'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.reminders')

/** Every reminder of the table with its counts. */
export const load = async ({ services }: DeskPage) => ({ lines: await services.reminders.overview() })
