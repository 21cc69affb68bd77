import { exampleId } from '#pages/parts/accounts/example-id.ts'
import { intentOf } from '#pages/parts/accounts/intent.ts'
import { originOf } from '#server/features/accounts/accounts/http-session.ts'
import type { LookUp } from '#server/features/accounts/look-up/schema.ts'
import type { Found } from '#server/features/accounts/look-up/service.ts'
import type { Page } from '#server/features/index.ts'
import type { Acted, Redirect } from '#server/http/page.ts'
import type { Result } from '#server/kernel/result.ts'

/** The view of a look-up form: an example ID, and the candidate whom this browser looked up in the last 15 minutes. */
export const lookUpView = (page: Page) => ({ exampleId: exampleId(page), found: lookedUp(page)?.userId ?? null })

/** The candidate whom this browser looked up in the last 15 minutes, or null. */
export const lookedUp = ({ services, cookies, request }: Page): Found | null =>
  services.lookUp.holder(cookies.lookUp.read(request))

/**
 * The candidate of a page at `…/:userId`, if this browser may see it: the candidate is signed in, or was looked up in
 * the last 15 minutes. Otherwise null; the visitor then has to look up first. Source: rules §7.4.
 */
export function shownTo(page: Page, userId: string): Found | null {
  const own = page.actor && page.session?.details.user_id === userId ? page.actor.candidateId : null
  if (own !== null) return { candidateId: own, userId }
  const found = lookedUp(page)
  return found?.userId === userId ? found : null
}

/** Redirects a visitor who may not see a page at `…/:userId` to the look-up. `to`: the look-up's address. */
export const lookUpAgain = (page: Page, to: string): Redirect =>
  page.redirect(to, { type: 'info', key: 'lookup:flash.again' })

/** Handles a look-up form; `to`: the page with the result. The intent `close` forgets the last look-up. */
export async function answerLookUp(page: Page, form: () => Result<LookUp>, to: string): Promise<Acted> {
  if (intentOf(page) === 'close') {
    page.cookies.lookUp.clear(page.reply)
    return page.redirect(to, { type: 'info', key: 'lookup:flash.closed' })
  }
  const asked = form()
  if (!asked.ok) return asked
  const { lookUp } = page.services
  const own = page.actor && page.session?.details.user_id === asked.value.userId.toUpperCase() ? page.actor : null
  if (own) {
    const grant = lookUp.grantFor({ candidateId: own.candidateId, userId: asked.value.userId.toUpperCase() })
    page.cookies.lookUp.write(page.reply, grant)
    return page.redirect(to)
  }
  const found = await lookUp.lookUp(asked.value, originOf(page))
  if (!found.ok) return found
  page.cookies.lookUp.write(page.reply, found.value.grant)
  return page.redirect(to)
}
