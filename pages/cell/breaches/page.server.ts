import { href } from '#pages/ui/href.ts'
import { fieldsOf } from '#server/domain/admission/orders.ts'
import type { DeskPage } from '#server/features/index.ts'
import { Breach } from '#server/features/privacy/privacy/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['dataoffice'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.breaches')

/** The breaches, newest first, and the form for another one. */
export function load({ services, language }: DeskPage) {
  return {
    now: fieldsOf(services.clock.portal()),
    breaches: services.privacy.breaches.list().map(({ id, noticedAt, whatEn, whatMr, people, notices }) => ({
      id,
      noticed: formatDateTime(noticedAt, language),
      what: (language === 'mr' ? whatMr : whatEn) ?? whatEn ?? whatMr ?? '',
      people,
      open: notices.filter(({ sentAt }) => sentAt === null).length,
    })),
  }
}

export function action(page: DeskPage) {
  const form = page.form(Breach)
  if (!form.ok) return form
  const added = page.services.privacy.breaches.add(page.actor, form.value)
  if (!added.ok) return added
  const to = href(page.cellBase, 'breaches/:id', { id: String(added.value.id) })
  return page.redirect(to, { type: 'success', key: 'dataoffice:flash.recorded' })
}
