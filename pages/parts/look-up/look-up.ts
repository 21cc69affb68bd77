import { networkOf } from '../../../server/domain/portal/network'
import type { LookUp } from '../../../server/features/look-up/schema'
import type { Found } from '../../../server/features/look-up/service'
import type { FormOutcome, Redirect } from '../../../server/http/page'
import type { Result } from '../../../server/kernel/result'
import type { Page } from '../../../server/services'
import { exampleId } from '../accounts/example-id'
import { intentOf } from '../accounts/intent'

/** What the form of a look-up shows, and whom this browser looked up within the last 15 minutes. */
export const lookUpView = (page: Page) => ({ exampleId: exampleId(page), found: lookedUp(page)?.userId ?? null })

/** Whom this browser looked up within the last 15 minutes, or null. */
export const lookedUp = ({ services, cookies, request }: Page): Found | null =>
  services.lookUp.holder(cookies.lookUp.read(request))

/**
 * Whose page at `…/:userId` this browser may see: the candidate who is signed in, or who was looked up; null for
 * anybody else, who is sent to look up again. Source: rules §7.4.
 */
export function shownTo(page: Page, userId: string): Found | null {
  const own = page.actor && page.session?.details.user_id === userId ? page.actor.candidateId : null
  if (own !== null) return { candidateId: own, userId }
  const found = lookedUp(page)
  return found?.userId === userId ? found : null
}

/** A page at `…/:userId` to somebody who may not see it: back to the look-up. `to`: its address. */
export const lookUpAgain = (page: Page, to: string): Redirect =>
  page.redirect(to, { type: 'info', key: 'lookup:flash.again' })

/** What the form of a look-up does; `to`: the page that shows the result. The intent `close` forgets the last one. */
export async function answerLookUp(
  page: Page,
  form: () => Result<LookUp>,
  to: string,
): Promise<Redirect | FormOutcome> {
  if (intentOf(page) === 'close') {
    page.cookies.lookUp.clear(page.reply)
    return page.redirect(to, { type: 'info', key: 'lookup:flash.closed' })
  }
  const asked = form()
  if (!asked.ok) return page.invalid(asked.refusal)
  const { lookUp } = page.services
  const own = page.actor && page.session?.details.user_id === asked.value.userId.toUpperCase() ? page.actor : null
  if (own) {
    const grant = lookUp.grantFor({ candidateId: own.candidateId, userId: asked.value.userId.toUpperCase() })
    page.cookies.lookUp.write(page.reply, grant)
    return page.redirect(to)
  }
  const found = await lookUp.lookUp(asked.value, networkOf(page.request.ip))
  if (!found.ok) return page.invalid(found.refusal)
  page.cookies.lookUp.write(page.reply, found.value.grant)
  return page.redirect(to)
}
