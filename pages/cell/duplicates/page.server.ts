import type { DeskPage } from '../../../server/services'

export const texts = ['helpdesk'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.duplicates')

export const load = ({ services, actor }: DeskPage) => ({ suspicions: services.duplicates.suspicions(actor) })
