import type { MenuItem } from '../../server/domain/portal/menu'
import { type CapRound, roundSlug } from '../../server/domain/seats/cap-rounds'
import type { Language } from '../../server/kernel/languages'
import { href } from './href'

/** Addresses outside of the tables of routes, files and acts, which `href` knows. */

export const demoAddress = '/demo'

/** The demo's gateway without money, at the page of an order; outside of the portal, whose cookie knows the language. */
export const demoGatewayAddress = (base: string, orderId: string, language: Language): string =>
  `${demoAddress}/gateway/${base.split('/')[1]}/${orderId}?lang=${language}`

export const apiAddress = (base: string): string => `${base}api`

/** `at`: epoch milliseconds, against caches. Source: rules §18.17. */
export const versionAddress = (base: string, at: number): string => `${base}version.json?timestamp=${at}`

/** The page on which anybody looks up what a round gave them. */
export const lookUpAddress = (base: string, round: CapRound): string =>
  href(base, 'allotment/:round', { round: roundSlug(round) })

/** Where a line of a sidebar leads; the lines of the rounds, which share a page, say which round. */
export const menuAddress = (base: string, item: Pick<MenuItem, 'path' | 'external' | 'info'>): string =>
  item.external ? item.path : `${base}${item.path}${item.info.round ? `?round=${item.info.round}` : ''}`

/** The page at `url` in another language. */
export function inLanguage(url: string, language: Language): string {
  const [path, search] = url.split('?')
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${path}?${query}`
}
