import type { DeskPage } from '../../../server/services'

export const texts = ['templates'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.templates')

/** Every message that the portal sends, with its current words. */
export const load = ({ services, language }: DeskPage) => services.templates.list(language)
