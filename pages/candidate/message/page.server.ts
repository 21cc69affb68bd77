import { pushAction } from '#pages/parts/push/push.server.ts'
import { href } from '#pages/ui/href.ts'
import type { Duty } from '#server/domain/site/next-duties.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['inbox', 'push'] as const

/** The number of messages on this page; another page has all of them. */
const newest = 8

/** The newest messages, and the candidate's most urgent task, if no bar names it. */
export function load({ services, actor, arrivedAt }: CandidatePage) {
  const [first] = services.nextActs.of(actor, arrivedAt).duties
  return { ...services.inbox.page(actor, undefined, newest), waits: waitsOf(first), push: services.push.view(actor) }
}

/** The task that this page names; the bar above every page names a seat and an option form. */
function waitsOf(duty: Duty | undefined): 'correct' | 'convert-fee' | null {
  if (duty?.kind === 'convert-fee') return duty.kind
  return duty?.kind === 'application' && duty.act.kind === 'correct' ? 'correct' : null
}

export function action(page: CandidatePage) {
  const pushed = pushAction(page, href(page.base, 'message'))
  if (pushed) return pushed
  const count = page.services.inbox.markAllRead(page.actor)
  return page.redirect(href(page.base, 'message'), { type: 'success', key: 'inbox:flash.read', values: { count } })
}
