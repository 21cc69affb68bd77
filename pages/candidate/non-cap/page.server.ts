import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { NonCapInterest } from '#server/features/seats/non-cap/schema.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Paise } from '#server/kernel/money.ts'

export const texts = ['noncap'] as const

/** The number of institutes shown at first; a link shows the others. */
const shown = 20

export function load(page: CandidatePage) {
  const { services, actor, language, query, t } = page
  const { window, hindrance, institutes } = services.nonCap.view(actor.candidateId)
  const q = query.q?.trim() ?? ''
  const asked = { q, ...(query.district && { district: query.district }) }
  const sought = new Set(
    services.seats
      .institutes(asked)
      .slice()
      .map(({ instituteCode }) => instituteCode),
  )
  const fees = services.directory.annualFees(institutes.flatMap(({ choiceCodes }) => choiceCodes))
  const inDistrict = (code: string) => districtName(code, language, services.course.form)
  const byName = (a: string, b: string) => a.localeCompare(b, language)
  const named = institutes
    .map(({ code, name, district, seats, choiceCodes, isTold }) => ({
      ...{ code, seats, isTold },
      name: page.named(name),
      district: inDistrict(district),
      fee: feesInWords(
        page,
        choiceCodes.map((choice) => fees.get(choice) ?? null).filter((fee) => fee !== null),
      ),
    }))
    .sort((a, b) => byName(a.district, b.district) || byName(a.name, b.name))
  const others = named.filter(({ code, isTold }) => sought.has(code) && !isTold)
  const time = (at: number | null | undefined) => (at == null ? null : formatDateTime(at, language))
  return {
    ...asked,
    districts: [...new Set(institutes.map(({ district }) => district))]
      .map((value) => ({ value, label: inDistrict(value) }))
      .sort((a, b) => byName(a.label, b.label)),
    opens: time(window?.opensAt),
    closes: time(window?.closesAt),
    isOver: window?.closesAt != null && window.closesAt <= services.clock.portal(),
    hindrance: hindrance && t(`noncap:refusal.${hindrance.code}` as TextKey),
    told: named.filter(({ isTold }) => isTold),
    institutes: query.list === 'all' ? others : others.slice(0, shown),
    all: others.length,
  }
}

/** What a year costs at an institute: of several courses from the lowest to the highest; null where no fee is known. */
function feesInWords({ t }: CandidatePage, fees: readonly Paise[]): string | null {
  const [least, ...more] = [...fees].sort((one, other) => one - other)
  if (least === undefined) return null
  const most = more.at(-1) ?? least
  if (least === most) return t('noncap:institutes.fee', { fee: formatRupees(least) })
  return t('noncap:institutes.fees', { least: formatRupees(least), most: formatRupees(most) })
}

export function action(page: CandidatePage) {
  const form = page.form(NonCapInterest)
  if (!form.ok) return form
  const done = page.services.nonCap.change(page.actor.candidateId, form.value, page.arrivedAt)
  if (!done.ok) return done
  const { q, district, list } = page.query
  return page.redirect(href(page.base, 'non-cap', undefined, { q, district, list }), {
    type: form.value.intent === 'register' ? 'success' : 'info',
    key: form.value.intent === 'register' ? 'noncap:flash.register' : 'noncap:flash.withdraw',
  })
}
