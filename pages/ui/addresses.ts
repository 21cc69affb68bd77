import type { MenuItem } from '#server/domain/site/menu.ts'
import { type CapRound, roundSlug } from '#server/domain/terms/cap-rounds.ts'
import type { Language } from '#server/kernel/languages.ts'
import { href } from './href'

/** Addresses outside of the tables of routes, files and acts that `href` knows. */

export const demoAddress = '/demo'

/** The page of an order at the demo's gateway. It is outside of the portal, so `lang` replaces the language cookie. */
export const demoGatewayAddress = (base: string, orderId: string, language: Language): string =>
  `${demoAddress}/gateway/${base.split('/')[1]}/${orderId}?lang=${language}`

export const apiAddress = (base: string): string => `${base}api`

/** The version file. `at`: epoch milliseconds, so that no cache answers. Source: rules §18.17. */
export const versionAddress = (base: string, at: number): string => `${base}version.json?timestamp=${at}`

/** The public page on which candidates look up their result in a round. */
export const lookUpAddress = (base: string, round: CapRound): string =>
  href(base, 'allotment/:round', { round: roundSlug(round) })

/** The target of a sidebar line. Lines of rounds that share a page add the round. */
export const menuAddress = (base: string, item: Pick<MenuItem, 'path' | 'external' | 'info'>): string =>
  item.external ? item.path : `${base}${item.path}${item.info.round ? `?round=${item.info.round}` : ''}`

/** The page at `url` in another language. */
export function inLanguage(url: string, language: Language): string {
  const [path, search] = url.split('?')
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${path}?${query}`
}
