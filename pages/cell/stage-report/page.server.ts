import { type StageDimension, stageDimensions } from '../../../server/domain/admission/stages'
import { categories, genders } from '../../../server/domain/application/form/claims'
import { findDistrict, states } from '../../../server/domain/portal/places'
import { formatDateTime, formatRupees } from '../../../server/i18n/format'
import type { TextKey } from '../../../server/i18n/keys'
import type { DeskPage } from '../../../server/services'

export const texts = ['reports', 'form', 'overview', 'payments'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.stage-report')

const names = ['by', ...stageDimensions] as const

/** The report by what the address asks for; a search that is not understood shows everything, and says so. */
export async function load(page: DeskPage) {
  const { services, actor, query, language, t } = page
  const asked = Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])))
  const found = await services.stageReport.report(actor, asked)
  const shown = found.ok ? found : await services.stageReport.report(actor, {})
  if (!shown.ok) return null
  const { at, by, lines, payments, refunds, ...report } = shown.value
  const form = services.course.form
  const typeWords = form.qualification === 'degree' ? 'type-after-degree' : 'type-after-hsc'
  const money = (one: (typeof payments)[number]) => ({ ...one, amount: formatRupees(one.amount) })
  /** A value of a dimension, in words. */
  const nameOf = (dimension: StageDimension, value: string, name: string | null): string => {
    if (value === 'none') return t(`reports:stages.none.${dimension}`)
    if (dimension === 'institute') return `${value} ${name ?? ''}`
    if (dimension === 'district') return findDistrict(value.slice(0, 2), value)?.[language] ?? value
    if (dimension === 'type') return `${value}: ${t(`form:${typeWords}.${value}` as TextKey)}`
    return t(`form:${dimension}.${value}` as TextKey)
  }
  return {
    ...report,
    by,
    isUnderstood: found.ok,
    at: formatDateTime(at, language),
    lines: lines.map(({ value, name, counts }) => ({ value, label: nameOf(by, value, name), counts })),
    payments: payments.map(money),
    refunds: refunds.map(money),
    choices: {
      category: categories.map((value) => ({ value, label: nameOf('category', value, null) })),
      gender: genders.map((value) => ({ value, label: nameOf('gender', value, null) })),
      type: form.types.map((value) => ({ value, label: value })),
      district: states
        .find(({ code }) => code === 'MH')!
        .districts.map(({ code, ...district }) => ({ value: code, label: district[language] })),
    },
    hasMoney: payments.length + refunds.length > 0,
  }
}
