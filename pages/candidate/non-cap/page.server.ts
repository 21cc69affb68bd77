import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { NonCapInterest } from '#server/features/seats/non-cap/schema.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'

export const texts = ['noncap'] as const

/** The number of institutes shown at once; a search finds the others. */
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
  const found = named.filter(({ code }) => sought.has(code))
  const time = (at: number | null | undefined) => (at == null ? null : formatDateTime(at, language))
  return {
    q,
    opens: time(window?.opensAt),
    closes: time(window?.closesAt),
    hindrance: hindrance && t(`noncap:refusal.${hindrance.code}` as TextKey),
    told: named.filter(({ isTold }) => isTold),
    institutes: found.filter(({ isTold }) => !isTold).slice(0, shown),
    all: found.filter(({ isTold }) => !isTold).length,
  }
}

export function action(page: CandidatePage) {
  const form = page.form(NonCapInterest)
  if (!form.ok) return form
  const done = page.services.nonCap.change(page.actor.candidateId, form.value, page.arrivedAt)
  if (!done.ok) return done
  return page.redirect(href(page.base, 'non-cap'), {
    type: form.value.intent === 'register' ? 'success' : 'info',
    key: form.value.intent === 'register' ? 'noncap:flash.register' : 'noncap:flash.withdraw',
  })
}
