import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { ReplyEnd, ReplyForm } from '#server/features/scrutiny/replies/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['replies'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.reply-templates')

/** The replies that the cell keeps. */
export const load = ({ services, language }: DeskPage) => ({
  replies: services.replies.list().map((reply) => ({ ...reply, changed: formatDateTime(reply.changedAt, language) })),
})

export function action(page: DeskPage) {
  const { replies } = page.services
  const here = href(page.cellBase, 'reply-templates')
  if ('end' in page.posted) {
    const form = page.form(ReplyEnd)
    if (!form.ok) return form
    const ended = replies.end(page.actor, Number(form.value.end))
    if (!ended.ok) return ended
    return page.redirect(here, { type: 'success', key: 'replies:flash.ended', values: ended.value })
  }
  const form = page.form(ReplyForm)
  if (!form.ok) return form
  const kept = replies.put(page.actor, form.value)
  return kept.ok ? page.redirect(here, { type: 'success', key: 'replies:flash.kept', values: kept.value }) : kept
}
