import type { Page } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['inbox'] as const

/** How many of the newest stand here; all of them are a page of their own. */
const newest = 8

/** The newest messages, and the one thing that waits on the candidate. */
export function load({ services, actor, session }: Page) {
  const { details, permissions } = session!
  const waits = details.discrepancy ? 'correct' : permissions.convertFee ? 'convert-fee' : null
  return { ...services.inbox.page(actor!, undefined, newest), waits: waits as 'correct' | 'convert-fee' | null }
}

export function action(page: Page) {
  const count = page.services.inbox.markAllRead(page.actor!)
  return page.redirect(href(page.base, 'message'), { type: 'success', key: 'inbox:flash.read', values: { count } })
}
