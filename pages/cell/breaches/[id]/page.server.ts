import { href } from '#pages/ui/href.ts'
import { breachFact, breachParts, isWithoutDelay } from '#server/domain/privacy/breaches.ts'
import type { DeskPage } from '#server/features/index.ts'
import { BreachFacts, NoticeSent } from '#server/features/privacy/privacy/schema.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'

type Shown = DeskPage<'breaches/:id'>

export const texts = ['dataoffice'] as const

/** One breach with its clocks and the drafts of its notices in both languages; null (404) for an unknown one. */
export function load(page: Shown) {
  const { services, language } = page
  const { privacy, clock } = services
  const breach = privacy.breaches.find(page.params.id)
  if (!breach) return null
  const now = clock.portal()
  return {
    id: breach.id,
    noticed: formatDateTime(breach.noticedAt, language),
    notices: breach.notices.map(({ notice, dueAt, sentAt }) => ({
      notice,
      due: isWithoutDelay(notice) ? null : formatDateTime(dueAt, language),
      sent: sentAt === null ? null : formatDateTime(sentAt, language),
      isLate: sentAt === null && !isWithoutDelay(notice) && now > dueAt,
    })),
    people: breach.people,
    parts: breachParts.map((part) => ({
      part,
      en: breach[breachFact(part, 'en')],
      mr: breach[breachFact(part, 'mr')],
    })),
    drafts: privacy.breaches.drafts(breach),
  }
}

export const title = ({ t }: Shown, data: DataOf<typeof load>): string =>
  t('dataoffice:breaches.number', { id: data.id })

/** Completes the facts, or notes that a notice has been sent. */
export function action(page: Shown) {
  if ('intent' in page.posted) return complete(page)
  const form = page.form(NoticeSent)
  if (!form.ok) return form
  const sent = page.services.privacy.breaches.sent(page.actor, page.params.id, form.value.notice)
  if (!sent.ok) return sent
  const to = href(page.cellBase, 'breaches/:id', { id: page.params.id })
  return page.redirect(to, { type: 'success', key: 'dataoffice:flash.sent' })
}

function complete(page: Shown) {
  const form = page.form(BreachFacts)
  if (!form.ok) return form
  const done = page.services.privacy.breaches.complete(page.actor, page.params.id, form.value)
  if (!done.ok) return done
  const to = href(page.cellBase, 'breaches/:id', { id: page.params.id })
  return page.redirect(to, { type: 'success', key: 'dataoffice:flash.completed' })
}
