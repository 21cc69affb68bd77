import { type LoginLink, loginLinks } from '../../../../server/domain/menu'
import type { Page } from '../../../../server/services'

/** The desk's name, as the sidebar calls it; for an unknown one there is no such page. */
export function load({ params, t }: Page) {
  const desk = loginLinks.find((link) => link === params.desk)
  return desk ? { name: t(`shell:menu.${desk}`) } : null
}

export const title = ({ params, t }: Page) => t(`shell:menu.${params.desk as LoginLink}`)
