import type { CandidatePage } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['inbox'] as const

/** The number of messages on this page; another page has all of them. */
const newest = 8

/** The newest messages, and the candidate's most urgent task, if any. */
export function load({ services, actor, session, arrivedAt }: CandidatePage) {
  const { details, permissions } = session!
  const mayCorrect = details.discrepancy && services.nextActs.of(actor, arrivedAt).application.kind === 'correct'
  const waits = mayCorrect ? 'correct' : permissions.convertFee ? 'convert-fee' : null
  return { ...services.inbox.page(actor, undefined, newest), waits: waits as 'correct' | 'convert-fee' | null }
}

export function action(page: CandidatePage) {
  const count = page.services.inbox.markAllRead(page.actor)
  return page.redirect(href(page.base, 'message'), { type: 'success', key: 'inbox:flash.read', values: { count } })
}
