import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { NonCapInterest } from '#server/features/seats/non-cap/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'

export const texts = ['noncap'] as const

/** The number of institutes shown at first; a link shows the others. */
const shown = 20

export function load(page: CandidatePage) {
  const { services, actor, language, query, t } = page
  const { window, hindrance, institutes } = services.nonCap.view(actor.candidateId)
  const q = query.q?.trim() ?? ''
  const sought = new Set(
    services.seats
      .institutes({ q })
      .slice()
      .map(({ instituteCode }) => instituteCode),
  )
  const named = institutes.map(({ name, district, ...one }) => ({
    ...one,
    name: page.named(name),
    district: districtName(district, language, services.course.form),
  }))
  const others = named
    .filter(({ code, isTold }) => sought.has(code) && !isTold)
    .sort((a, b) => a.name.localeCompare(b.name, language))
  const time = (at: number | null | undefined) => (at == null ? null : formatDateTime(at, language))
  return {
    q,
    opens: time(window?.opensAt),
    closes: time(window?.closesAt),
    hindrance: hindrance && t(`noncap:refusal.${hindrance.code}` as TextKey),
    told: named.filter(({ isTold }) => isTold),
    institutes: query.list === 'all' ? others : others.slice(0, shown),
    all: others.length,
  }
}

export function action(page: CandidatePage) {
  const form = page.form(NonCapInterest)
  if (!form.ok) return form
  const done = page.services.nonCap.change(page.actor.candidateId, form.value, page.arrivedAt)
  if (!done.ok) return done
  return page.redirect(href(page.base, 'non-cap', undefined, { q: page.query.q, list: page.query.list }), {
    type: form.value.intent === 'register' ? 'success' : 'info',
    key: form.value.intent === 'register' ? 'noncap:flash.register' : 'noncap:flash.withdraw',
  })
}
