import { showFirst } from '#pages/parts/content/confirm.server.ts'
import { href } from '#pages/ui/href.ts'
import { fieldsOf } from '#server/domain/admission/orders.ts'
import { EndBanner, NewBanner } from '#server/features/content/service-banner/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { hours } from '#server/kernel/time.ts'

export const texts = ['inbox', 'content'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.service-banner')

export function load({ services, language }: DeskPage) {
  const now = services.clock.portal()
  return {
    banners: services.serviceBanner.list().map(({ textEn, textMr, ...banner }) => ({
      ...banner,
      text: language === 'mr' ? textMr : textEn,
    })),
    from: fieldsOf(now),
    until: fieldsOf(now + hours(24)),
  }
}

export function action(page: DeskPage) {
  const { serviceBanner } = page.services
  const here = href(page.cellBase, 'service-banner')
  if ('end' in page.posted) {
    const form = page.form(EndBanner)
    if (!form.ok) return form
    const ended = serviceBanner.end(page.actor, Number(form.value.end))
    return ended.ok ? page.redirect(here, { type: 'success', key: 'inbox:flash.banner-ended' }) : ended
  }
  const form = page.form(NewBanner)
  if (!form.ok) return form
  const planned = serviceBanner.planned(form.value)
  if (!planned.ok) return planned
  const { tone, textEn, textMr, confirmed } = form.value
  if (!confirmed) {
    const [from, until] = [planned.value.opensAt, planned.value.closesAt].map((at) => formatDateTime(at, page.language))
    return showFirst(page, [textEn, textMr, `${page.t(`inbox:banner.tone.${tone}`)}: ${from} – ${until}`])
  }
  const added = serviceBanner.add(page.actor, form.value)
  return added.ok ? page.redirect(here, { type: 'success', key: 'inbox:flash.banner-added' }) : added
}
