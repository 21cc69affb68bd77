import { href } from '#pages/ui/href.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { FeedbackForm } from '#server/features/messages/inbox/schema.ts'

export const texts = ['inbox', 'feedback'] as const

export function action(page: CandidatePage) {
  const form = page.form(FeedbackForm)
  if (!form.ok) return form
  const given = page.services.inbox.giveFeedback(page.actor, form.value)
  if (!given.ok) return given
  return page.redirect(href(page.base, 'feedback'), { type: 'success', key: 'inbox:flash.feedback' })
}
