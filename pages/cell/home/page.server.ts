import type { DeskPage } from '../../../server/services'

export const title = ({ t }: DeskPage) => t('staff:menu.home')
