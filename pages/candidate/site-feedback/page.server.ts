import { href } from '#pages/ui/href.ts'
import { originOf } from '#server/features/accounts/accounts/http-session.ts'
import type { Page } from '#server/features/index.ts'
import { FeedbackForm } from '#server/features/messages/inbox/schema.ts'

export const texts = ['feedback'] as const
export const isCacheable = true

/** A candidate has a form of their own, which tells the cell who writes. */
export const load = (page: Page) => (page.actor ? page.redirect(href(page.base, 'feedback')) : {})

export function action(page: Page) {
  const form = page.form(FeedbackForm)
  if (!form.ok) return form
  const { ip } = originOf(page)
  const given = page.services.inbox.giveFeedbackAsVisitor(ip, form.value)
  if (!given.ok) return given
  return page.redirect(href(page.base, 'site-feedback'), { type: 'success', key: 'inbox:flash.feedback' })
}
